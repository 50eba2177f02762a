"""`campaigns/<slug>/rewrites/`: leads of twins read a sample of rewrites, say which are wrong, and undo that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import User
from annotator.people.forms.rest import Conflict, ErrorAnswer, asked_object, refusals
from annotator.people.selectors.access import Lead, led_twins
from consensus.models import CaptionRewrite
from consensus.twin_rewrites.selectors.reviewing import newest_sample, rewrites_to_review, sample_progress
from consensus.twin_rewrites.services.reviewing import RewriteFallen, review_rewrite, undo_review
from console.rewriting.api.shapes import (
    ReviewedShape,
    ReviewRequest,
    RewriteSampleShape,
    reviewed_data,
    sample_data,
)
from console.rewriting.selectors import review_cards

REFUSALS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}
PAGE = 100
LONGEST_PLACE = 9


class SampleView(APIView):
    """The newest sample."""

    @extend_schema(
        operation_id="read_rewrite_sample",
        parameters=[OpenApiParameter("after", int)],
        responses={200: RewriteSampleShape, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Its figures, and the rewrites that wait in it, a hundred at a time; the step `sample-rewrites` draws one."""
        lead = _lead(request, slug)
        after = _place(request.query_params.get("after", ""))
        sample, progress = newest_sample(lead.campaign), sample_progress(lead.campaign)
        if sample is None or progress is None:
            raise Http404("no sample of rewrites was drawn")
        rows = list(rewrites_to_review(sample).filter(place__gt=after)[: PAGE + 1])
        following = rows[PAGE - 1].place if len(rows) > PAGE else None
        data = sample_data(progress, review_cards(rows[:PAGE]), following)
        return Response(RewriteSampleShape(data).data)


class ReviewView(APIView):
    """One rewrite of the newest sample."""

    @extend_schema(
        operation_id="review_rewrite",
        request=ReviewRequest,
        responses={200: ReviewedShape, **REFUSALS, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Say whether it is right, also in place of what was said before; 409 if it no longer stands."""
        lead = _lead(request, slug)
        asked = ReviewRequest(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        return _carried_out(review_rewrite, lead, number, verdict=asked.validated_data["verdict"])


class UndoReviewView(APIView):
    """What was said of one rewrite."""

    @extend_schema(operation_id="undo_rewrite_review", request=None, responses={200: ReviewedShape, **REFUSALS})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take it back; the rewrite waits again."""
        return _carried_out(undo_review, _lead(request, slug), number)


def _carried_out(do: Callable[..., CaptionRewrite], lead: Lead, number: int, **more: Any) -> Response:
    found = get_object_or_404(CaptionRewrite, pair__campaign=lead.campaign, pk=number)
    with refusals():
        try:
            done = do(campaign=lead.campaign, rewrite=found.pk, actor=lead.actor, now=timezone.now(), **more)
        except RewriteFallen as problem:
            raise Conflict(problem.message) from problem
    return Response(ReviewedShape(reviewed_data(done)).data)


def _place(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_PLACE):
        raise ValidationError({"after": ["expected the place of a rewrite"]})
    return int(text)


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_twins(request.user, slug)
