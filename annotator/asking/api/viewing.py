"""`POST viewing/`: the heartbeat of a program in which somebody watches a video."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.asking.api.asks import ERRORS, refusals
from annotator.asking.api.shapes import ViewingAnswer, ViewingRequest
from annotator.asking.selectors.videos import known_whole
from annotator.asking.services.viewing import note_viewing
from annotator.people.forms.asking import asking_annotator
from annotator.people.forms.rest import asked_object
from annotator.player.forms.clips import video_bodies


class ViewingView(APIView):
    """Keeps what was watched."""

    @extend_schema(operation_id="note_viewing", request=ViewingRequest, responses={200: ViewingAnswer, **ERRORS})
    def post(self, request: Request) -> Response:
        """Every 30 to 60 seconds of watching: keeps my work mine, and counts it."""
        member, body = asking_annotator(request), asked_object(request)
        key = body["key"] if isinstance(body.get("key"), str) else ""
        with refusals():
            viewing = note_viewing(
                member=member,
                key=key,
                watched=body.get("watched"),
                bookmarks=body.get("bookmarks"),
                now=timezone.now(),
            )
        whole = known_whole(member, key)
        return Response(
            {
                "video": video_bodies([whole.pk]).get(key) if whole else None,
                "watched": viewing.watched if viewing else [],
                "bookmarks": viewing.bookmarks if viewing else [],
            }
        )
