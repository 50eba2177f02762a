"""`campaigns/<slug>/twins/…`: leads list the clips and captions that wait for them, decide them, and undo that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.models import User
from annotator.people.forms.rest import Conflict, ErrorAnswer, asked_object
from annotator.people.selectors.access import Lead, led_twins
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.models import Verdict
from consensus.twin_truths.selectors.complete import given_answers, twins_for_lead
from consensus.twin_truths.selectors.history import caption_histories
from consensus.twin_truths.services.deciding import (
    AlreadyDecided,
    accept_caption,
    decide_twins,
    drop_captions,
    send_caption_back,
)
from consensus.twin_truths.services.undoing import take_back_twins
from console.decisions.api.shapes import DecidedTwins, DecideTwins, UndoTwins, WaitingList, waiting_data
from moments.base.errors import BadInput
from moments.models import Pair

REFUSALS = {400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer}
DECIDING = {**REFUSALS, 409: ErrorAnswer}
CAPTIONS = {"accept": accept_caption, "return": send_caption_back, "drop": drop_captions}
PAGE = 100


class WaitingView(APIView):
    """What waits for a lead."""

    @extend_schema(
        operation_id="list_waiting_twins",
        parameters=[OpenApiParameter("page", int)],
        responses={200: WaitingList, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Clips and captions that the rules left to a lead, a hundred at a time, by pair."""
        lead = _lead(request, slug)
        found = twins_for_lead(lead.campaign).select_related("query", "moment__video")
        page = Paginator(found, PAGE).get_page(request.query_params.get("page"))
        pairs = list(page)
        given, captions = given_answers(pairs), caption_histories(pair.moment_id for pair in pairs)
        rows = [waiting_data(pair, given[pair.pk], captions[pair.moment_id]) for pair in pairs]
        following = page.next_page_number() if page.has_next() else None
        return Response(WaitingList({"waiting": rows, "next": following}).data)


class DecideView(APIView):
    """One clip or caption that waits."""

    @extend_schema(operation_id="decide_twins", request=DecideTwins, responses={200: DecidedTwins, **DECIDING})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Judge a clip; accept a caption, send it back to its writer, or drop the clip's captions.

        409 if it does not wait any longer, with what became of it.
        """
        lead = _lead(request, slug)
        pair = _pair(lead, number)
        asked = DecideTwins(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        with _refusals():
            return Response(_decided(_carry_out(lead, pair, asked.validated_data)))


class UndoView(APIView):
    """A decision of a lead."""

    @extend_schema(operation_id="undo_twins", request=UndoTwins, responses={200: DecidedTwins, **DECIDING})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Undo it, if nothing is built upon it yet; the verdict that no longer stands."""
        lead = _lead(request, slug)
        pair = _pair(lead, number)
        asked = UndoTwins(data=asked_object(request))
        asked.is_valid(raise_exception=True)
        seen, reason = asked.validated_data["verdict"], asked.validated_data["reason"]
        with _refusals():
            undone = take_back_twins(pair=pair, actor=lead.actor, now=timezone.now(), reason=reason, seen=seen)
            return Response(_decided(undone))


def _carry_out(lead: Lead, pair: Pair, given: Mapping[str, Any]) -> Verdict:
    common: dict[str, Any] = {
        "pair": pair,
        "reason": given["reason"],
        "now": timezone.now(),
        "actor": lead.actor,
    }
    if given["decision"] in CAPTIONS:
        return CAPTIONS[given["decision"]](**common)
    criterion, unreal = given["criterion"], given["unreal"]
    try:
        judgement = JudgementAnswer(given["temporal"], criterion and Criterion(criterion), unreal and Unreal(unreal))
    except ValueError as error:
        field, _, words = str(error).partition(": ")
        raise BadInput(words, field=field) from error
    return decide_twins(judgement=judgement, **common)


def _decided(verdict: Verdict) -> dict[str, Any]:
    truth = getattr(verdict, "twin_truth", None)
    answer = {
        "pair": verdict.pair.number,
        "verdict": verdict.pk,
        "kind": verdict.kind,
        "outcome": truth.outcome if truth else None,
        "actor": verdict.actor,
        "reason": verdict.reason,
    }
    return dict(DecidedTwins(answer).data)


def _lead(request: Request, slug: str) -> Lead:
    assert isinstance(request.user, User)  # every view asks for authentication
    return led_twins(request.user, slug)


def _pair(lead: Lead, number: int) -> Pair:
    return get_object_or_404(lead.campaign.pairs.select_related("campaign", "query", "moment"), number=number)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except AlreadyDecided as problem:
        raise Conflict(problem.message) from problem
    except BadInput as problem:
        raise ValidationError({problem.field or "detail": [problem.message]}) from problem
