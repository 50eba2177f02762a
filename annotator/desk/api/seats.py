"""`POST seats/claim/`: the next pairs to score."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.desk.api.requests import asked_count, asked_seats, asked_wants, asking_annotator
from annotator.desk.api.shapes import ClaimRequest, ClaimShape, claim_body
from annotator.desk.services.claiming import claim_seats
from annotator.people.forms.rest import ErrorAnswer, asked_object
from annotator.people.selectors.news import news_count

DEFAULT_COUNT = 3


class ClaimView(APIView):
    """Claims seats."""

    @extend_schema(
        operation_id="claim_seats",
        request=ClaimRequest,
        responses={200: ClaimShape, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer},
    )
    def post(self, request: Request) -> Response:
        """My held unscored seats in order, topped up to count; repeating it claims nothing more."""
        member = asking_annotator(request)
        body = asked_object(request)
        count = asked_count(body.get("count", DEFAULT_COUNT), "count")
        wants, shown = asked_wants(body), asked_seats(body, "shown")
        claim = claim_seats(member=member, count=count, now=timezone.now(), shown=shown)
        return Response(claim_body(claim, wants, news=news_count(member)))
