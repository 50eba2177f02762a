"""Captions and windows with what they are made from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, DerivedAsk, DerivedState, GuidelineExample, Membership, Seat, SeatState
from annotator.models.seats import WAITING_STATES
from annotator.people.selectors.memberships import work_cutoff
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import TruthSegment, Verdict
from moments.models import Campaign


def decided_asks(campaign: Campaign) -> QuerySet[Ask]:
    """The questions that have a truth, by number."""
    return campaign.asks.filter(state=AskState.ACCEPTED).select_related("pair", "video").order_by("number")


def truths_of(asks: Iterable[Ask]) -> dict[int, list[Segment]]:
    """The true segments of each of the questions, by its pair; one SQL query."""
    verdicts = current_verdicts().filter(pair__in=[ask.pair_id for ask in asks], attempt=F("pair__attempt"))
    found: dict[int, list[Segment]] = defaultdict(list)
    segments = TruthSegment.objects.filter(verdict__in=verdicts).order_by("start_ms")
    for pair, start_ms, end_ms in segments.values_list("verdict__pair", "start_ms", "end_ms"):
        found[pair].append(Segment(start_ms, end_ms))
    return found


def live_derived(campaign: Campaign) -> QuerySet[DerivedAsk]:
    """What was made from the campaign's questions and not rejected, by question and task."""
    made = DerivedAsk.objects.filter(ask__campaign=campaign).exclude(state=DerivedState.REJECTED)
    return made.select_related("ask__pair", "ask__video", "ask__condition_video").order_by("ask__number", "task")


def outdated(campaign: Campaign) -> QuerySet[DerivedAsk]:
    """What was made before its question got the truth that it has now, and so shows another one."""
    return live_derived(campaign).filter(Exists(_later_truth()))


def of_standing_truth(made: QuerySet[DerivedAsk]) -> QuerySet[DerivedAsk]:
    """The same captions and windows, without those that show an earlier truth of their question."""
    return made.filter(~Exists(_later_truth()))


def _later_truth() -> QuerySet[Verdict]:
    """The verdict on an outer caption's or window's question, if it was decided after that was made."""
    return current_verdicts().filter(pair=OuterRef("ask__pair"), decided_at__gt=OuterRef("made_at"))


def waiting_derived(campaign: Campaign) -> QuerySet[DerivedAsk]:
    """What waits for a person; only of questions that have a truth."""
    return live_derived(campaign).filter(state=DerivedState.WAITING, ask__state=AskState.ACCEPTED)


def judgeable(member: Membership, now: datetime) -> QuerySet[DerivedAsk]:
    """What an annotator may decide on: what they have in hand first, then what is free, by question and task.

    Never on what they requested, nor what shows an earlier truth. Nobody sees the truth of a question that they wrote,
    marked, may still mark or met a copy of, nor one of a video on which they mark at the moment (docs/captions.md).
    """
    cutoff = work_cutoff(member.campaign, now)
    silent = Q(holder__last_request_at=None) | Q(holder__last_request_at__lt=cutoff)
    mine = Q(holder=member)
    free = Q(holder=None) | mine | (Q(held_at__lt=cutoff) & silent)
    own = Seat.objects.filter(annotator=member)
    judged_before = Q(superseded=True, state=SeatState.RELEASED, scores=None)
    barred = (
        own.filter(~judged_before, pair=OuterRef("ask__pair")),
        own.filter(pair__moment__video=OuterRef("ask__video"), state__in=WAITING_STATES),
        own.filter(pair__reference__source=OuterRef("ask__pair")),
        GuidelineExample.objects.filter(pair=OuterRef("ask__pair")),
    )
    found = waiting_derived(member.campaign).filter(free, ~Exists(_later_truth()), *(~Exists(one) for one in barred))
    first = Case(When(mine, then=0), default=1)
    return found.exclude(ask__author=member).exclude(requester=member.pseudonym).order_by(first, "ask__number", "task")
