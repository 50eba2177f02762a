"""Gold as leads see it: the pairs with how they were answered, and the pairs that could become gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
    prefetch_related_objects,
)

from annotator.models import ExamItem, ExamState, Gold, GuidelineExample, Practice, Purpose
from annotator.selectors.guidelines import ShownClip, smallest_clips
from moments.models import Campaign, Clip, ClipState, Pair, Split
from moments.selectors.campaigns import newest_protocol


@dataclass(frozen=True, slots=True)
class GoldCounts:
    """How many pairs of gold are slipped in, and how many are stopped."""

    active: int
    stopped: int


@dataclass(frozen=True, slots=True)
class ShownPair:
    """A pair with its clip, None where there is none."""

    pair: Pair
    clip: ShownClip | None


@dataclass(frozen=True, slots=True)
class GoldRow:
    """A pair of gold with its clip, and how many of its answers lie within the tolerance."""

    gold: Gold
    clip: ShownClip | None
    answered: int
    within: int


def gold_counts(campaign: Campaign) -> GoldCounts:
    """The campaign's counts."""
    told = dict(campaign.golds.values_list("active").annotate(pairs=Count("pk")).order_by())
    return GoldCounts(active=told.get(True, 0), stopped=told.get(False, 0))


def listed_golds(campaign: Campaign) -> QuerySet[Gold]:
    """All gold with `answered` and `within`, active first, the newest first."""
    tolerance = newest_protocol(campaign).tolerance
    near = (F("relevance") - tolerance, F("relevance") + tolerance)
    answer = Q(pair__seats__purpose=Purpose.GOLD, pair__seats__scores__current=True)
    golds = campaign.golds.annotate(
        answered=Count("pair__seats__scores", filter=answer),
        within=Count("pair__seats__scores", filter=answer & Q(pair__seats__scores__relevance__range=near)),
    )
    return golds.order_by("-active", "-pk")


def gold_rows(golds: Sequence[Gold]) -> list[GoldRow]:
    """The rows of `listed_golds` with pairs and clips; four SQL queries."""
    prefetch_related_objects(golds, "pair__query", "pair__moment")
    clips = smallest_clips(gold.pair.moment_id for gold in golds)
    return [
        GoldRow(gold, clips.get(gold.pair.moment_id), vars(gold)["answered"], vars(gold)["within"]) for gold in golds
    ]


def pairs_for_gold(campaign: Campaign, *, asked: str) -> QuerySet[Pair]:
    """Pairs that may become gold, those of the exam split first; `asked` is a pair's number or words of its query.

    None is of a query in the bank of an exam that is not closed: whoever sits in that knows the query.
    """
    pair = OuterRef("pk")
    bank = ExamItem.objects.filter(pair__query=OuterRef("query"), dropped=False)
    running = bank.exclude(exam__state=ExamState.CLOSED)
    pairs = campaign.pairs.filter(
        ~Exists(Gold.objects.filter(pair=pair)),
        ~Exists(running),
        ~Exists(Practice.objects.filter(pair=pair)),
        ~Exists(GuidelineExample.objects.filter(pair=pair)),
        Exists(Clip.objects.filter(moment=OuterRef("moment"), state=ClipState.READY)),
        batch=None,
        study_only=False,
        query__retired_at=None,
    )
    if asked:
        named = Q(number=int(asked)) if asked.isdecimal() and len(asked) < 10 else Q(query__text__icontains=asked)
        pairs = pairs.filter(named)
    of_exam = Case(When(query__split=Split.EXAM, then=Value(0)), default=Value(1), output_field=IntegerField())
    return pairs.select_related("query", "moment").order_by(of_exam, "query__query_id", "rank")


def shown_pairs(pairs: Sequence[Pair]) -> list[ShownPair]:
    """The pairs with their clips; one SQL query."""
    clips = smallest_clips(pair.moment_id for pair in pairs)
    return [ShownPair(pair, clips.get(pair.moment_id)) for pair in pairs]
