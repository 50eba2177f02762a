"""Questions whose answer is known, in marking campaigns: their truth, and what of it may still change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from annotator.marking.segments import Marking, Segment
from annotator.models import ExamItem, ExamState, ReferenceQuestion, ReferenceSegment
from moments.models import Campaign, Pair


def known_answers(pairs: Iterable[int]) -> dict[int, Marking]:
    """The truth of each of the pairs (by primary key) whose answer is known; two SQL queries."""
    known = ReferenceQuestion.objects.filter(pair__in=list(pairs)).values_list("pair", flat=True)
    found: dict[int, list[Segment]] = defaultdict(list)
    for one in ReferenceSegment.objects.filter(pair__in=known).order_by("start_ms"):
        found[one.pair_id].append(Segment(one.start_ms, one.end_ms))
    return {pair: Marking(tuple(found[pair])) for pair in known}


def known_questions(campaign: Campaign) -> QuerySet[ReferenceQuestion]:
    """The campaign's questions whose answer is known, by number."""
    known = ReferenceQuestion.objects.filter(pair__campaign=campaign)
    return known.select_related("pair__query", "pair__moment__video", "source").order_by("pair__number")


def is_graded_by(pair: Pair) -> bool:
    """Whether the pair's answer is in an exam that was opened, so that it no longer changes."""
    return ExamItem.objects.filter(pair=pair).exclude(exam__state=ExamState.DRAFT).exists()
