"""`campaigns/<slug>/captions/`: leads list and decide captions and windows, admins order them."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import DerivedAsk, DerivedState, User
from annotator.people.forms.rest import ErrorAnswer, asked_object, refusals
from annotator.people.selectors.access import Lead, led_marking
from consensus.captioning.selectors import uncaptioned
from consensus.captioning.services.jobs import caption_manner
from consensus.captioning.services.runs import order_captions
from consensus.derived.services.deciding import accept_derived, reject_derived
from consensus.derived.services.making import draw_windows
from console.derived.api.shapes import (
    CaptionList,
    CaptionShape,
    DecideRequest,
    DrawAnswer,
    WriteAnswer,
    WriteRequest,
    caption_data,
)
from console.derived.selectors import listed, made_rows

REFUSALS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}
PAGE = 100
LISTED = (OpenApiParameter("state", str, enum=["waiting", "accepted"]), OpenApiParameter("page", int))


class CaptionsView(APIView):
    """Captions and windows of a campaign."""

    @extend_schema(operation_id="list_captions", parameters=[*LISTED], responses={200: CaptionList, **REFUSALS})
    def get(self, request: Request, slug: str) -> Response:
        """Those that wait, or with `state=accepted` those that count, a hundred at a time."""
        lead = _lead(request, slug)
        state = request.query_params.get("state", DerivedState.WAITING.value)
        if state not in (DerivedState.WAITING, DerivedState.ACCEPTED):
            raise ValidationError({"state": ["expected waiting or accepted"]})
        page = Paginator(listed(lead.campaign, state), PAGE).get_page(request.query_params.get("page"))
        rows = [caption_data(row) for row in made_rows(list(page), actor=lead.actor)]
        following = page.next_page_number() if page.has_next() else None
        return Response(CaptionList({"captions": rows, "next": following}).data)


class WriteView(APIView):
    """Captions by a model."""

    @extend_schema(operation_id="write_captions", request=WriteRequest, responses={201: WriteAnswer, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        """Order a caption of every decided question that has none; a worker writes them."""
        lead = _lead(request, slug)
        asked = WriteRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        with refusals():
            manner = caption_manner(**asked.validated_data)
            run = order_captions(campaign=lead.campaign, manner=manner, actor=lead.actor, now=timezone.now())
        answer = {"job": run.job_id, "state": run.job.state, "questions": uncaptioned(lead.campaign).count()}
        return Response(WriteAnswer(answer).data, status=201)


class DrawView(APIView):
    """Windows."""

    @extend_schema(operation_id="draw_windows", request=None, responses={201: DrawAnswer, **REFUSALS})
    def post(self, request: Request, slug: str) -> Response:
        """Draw a window around the image of every decided question that has none."""
        lead = _lead(request, slug)
        with refusals():
            made = draw_windows(campaign=lead.campaign, now=timezone.now(), actor=lead.actor)
        answer = {"made": made.made, "already_there": made.known, "without": made.without}
        return Response(DrawAnswer(answer).data, status=201)


class DecideView(APIView):
    """One caption or window."""

    @extend_schema(operation_id="decide_caption", request=DecideRequest, responses={200: CaptionShape, **REFUSALS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Accept it, maybe in other words, or reject it, also after it was accepted."""
        lead = _lead(request, slug)
        made = get_object_or_404(DerivedAsk.objects.select_related("ask"), ask__campaign=lead.campaign, pk=number)
        asked = DecideRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        with refusals():
            if given["decision"] == "accept":
                accept_derived(derived=made, actor=lead.actor, now=timezone.now(), text=given.get("text"))
            else:
                reject_derived(derived=made, actor=lead.actor, now=timezone.now(), reason=given["reason"])
        (row,) = made_rows([made], actor=lead.actor)
        return Response(CaptionShape(caption_data(row)).data)


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_marking(request.user, slug)
