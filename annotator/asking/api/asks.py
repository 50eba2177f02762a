"""`asks/`: an author's video and questions, from the first draft to the end of the video."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.asking.api.shapes import (
    AskFields,
    AskRequest,
    AsksAnswer,
    AskShape,
    CampaignRequest,
    SubmitRequest,
    ask_body,
    desk_body,
)
from annotator.asking.selectors.desk import writing_desk
from annotator.asking.selectors.videos import proxies
from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.drafts import UnknownAsk, create_draft, delete_draft, save_draft
from annotator.asking.services.finishing import finish_video
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.asking.services.viewing import UnknownVideo
from annotator.models import Ask
from annotator.people.forms.asking import asking_annotator
from annotator.people.forms.rest import ErrorAnswer, asked_object
from moments.base.errors import BadInput

ERRORS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}
CAMPAIGN = OpenApiParameter("campaign", str)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what services refuse into 404 for what the person does not have, and 400 by field."""
    try:
        yield
    except (UnknownAsk, UnknownVideo) as error:
        raise Http404(error.message) from error
    except BadInput as error:
        raise ValidationError({error.field or "detail": [error.message]}) from error


class AsksView(APIView):
    """An author's work."""

    @extend_schema(operation_id="asks", parameters=[CAMPAIGN], responses={200: AsksAnswer, **ERRORS})
    def get(self, request: Request) -> Response:
        """My video and my questions about it, those that came back to me, and what is wanted."""
        member = asking_annotator(request)
        with refusals():
            return Response(desk_body(writing_desk(member)))

    @extend_schema(operation_id="create_ask", request=AskRequest, responses={201: AskShape, **ERRORS})
    def post(self, request: Request) -> Response:
        """A new question about my video, empty."""
        member, body = asking_annotator(request), asked_object(request)
        with refusals():
            return Response(_body(create_draft(member=member, task=body.get("task"), now=timezone.now())), status=201)


class BeginView(APIView):
    """Gives out videos."""

    @extend_schema(operation_id="begin_asks", request=CampaignRequest, responses={200: AsksAnswer, **ERRORS})
    def post(self, request: Request) -> Response:
        """The next video to write about, or the one I have."""
        member = asking_annotator(request)
        with refusals():
            begin_writing(member=member, now=timezone.now())
            return Response(desk_body(writing_desk(member)))


class FinishView(APIView):
    """Takes finished videos."""

    @extend_schema(operation_id="finish_asks", request=CampaignRequest, responses={200: AsksAnswer, **ERRORS})
    def post(self, request: Request) -> Response:
        """End my video: somebody else gets it with its questions. Submit or delete your drafts first."""
        member = asking_annotator(request)
        with refusals():
            finish_video(member=member, now=timezone.now())
            return Response(desk_body(writing_desk(member)))


class AskView(APIView):
    """One question of mine."""

    @extend_schema(operation_id="save_ask", request=AskFields, responses={200: AskShape, **ERRORS})
    def put(self, request: Request, number: int) -> Response:
        """Save what is given of a draft or a returned question; a draft may be unfinished."""
        member, body = asking_annotator(request), asked_object(request)
        with refusals():
            return Response(_body(save_draft(member=member, number=number, fields=body, now=timezone.now())))

    @extend_schema(operation_id="delete_ask", parameters=[CAMPAIGN], responses={204: None, **ERRORS})
    def delete(self, request: Request, number: int) -> Response:
        """Delete a draft."""
        member = asking_annotator(request)
        with refusals():
            delete_draft(member=member, number=number, now=timezone.now())
        return Response(status=204)


class SubmitView(APIView):
    """Takes questions."""

    @extend_schema(operation_id="submit_ask", request=SubmitRequest, responses={200: AskShape, **ERRORS})
    def post(self, request: Request, number: int) -> Response:
        """Submit a draft, or a returned question again; the same key stores nothing twice."""
        member = asking_annotator(request)
        asked = SubmitRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        sent = Sent(given["key"], given["ago_ms"], given.get("shown_ms"))
        with refusals():
            return Response(_body(submit_ask(member=member, number=number, sent=sent, now=timezone.now())))


def _body(ask: Ask) -> dict[str, object]:
    named = [video for video in (ask.video_id, ask.condition_video_id) if video is not None]
    return ask_body(ask, proxies(named))
