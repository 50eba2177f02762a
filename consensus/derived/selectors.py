"""Captions and windows with what they are made from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, DerivedAsk, DerivedState
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import TruthSegment
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
    later = current_verdicts().filter(pair=OuterRef("ask__pair"), decided_at__gt=OuterRef("made_at"))
    return live_derived(campaign).filter(Exists(later))


def waiting_derived(campaign: Campaign) -> QuerySet[DerivedAsk]:
    """What waits for a person; only of questions that have a truth."""
    return live_derived(campaign).filter(state=DerivedState.WAITING, ask__state=AskState.ACCEPTED)
