"""Gold as leads see it: the pairs with how they were answered, and the pairs that could become gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotator.checks.selectors import gold_grades
from annotator.exam.selectors.references import known_answers
from annotator.marking.written import written
from annotator.models import Gold, Purpose, Share
from annotator.player.selectors import PlayableClip, playable_clips
from annotator.seats.checkpoints import guessed_share, least_rate
from annotator.seats.services.authoring import MARKER
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, Pair


@dataclass(frozen=True, slots=True)
class GoldCover:
    """Where gold can hide: how many queries wait for annotators, and how many of them have gold of their own.

    `guessed` is the share of gold, in percent, that the best guess by run and place can reach; `least_rate`, in
    percent, is where gold begins to hide among batches of `batch_size` pairs; `too_rare` says that the rate is lower.
    """

    waiting: int
    covered: int
    batch_size: int
    guessed: float
    least_rate: float
    too_rare: bool


def gold_counts(campaign: Campaign) -> dict[str, int]:
    """How many gold pairs of the campaign are active, and how many are stopped."""
    counts = dict(campaign.golds.values_list("active").annotate(pairs=Count("pk")).order_by())
    return {"active": counts.get(True, 0), "stopped": counts.get(False, 0)}


def gold_cover(campaign: Campaign, *, gold_rate: float) -> GoldCover:
    """What gold of the campaign hides among at that rate."""
    gold = Gold.objects.filter(pair__query=OuterRef("pk"), active=True, pair__batch=None, pair__parked=False)
    untaken = Share.objects.filter(batch__query=OuterRef("pk"), annotator=None)
    waiting = campaign.queries.filter(Exists(untaken))
    size = newest_protocol(campaign).batch_size
    return GoldCover(
        waiting=waiting.count(),
        covered=waiting.filter(Exists(gold)).count(),
        batch_size=size,
        guessed=100 * guessed_share(gold_rate),
        least_rate=100 * least_rate(size),
        too_rare=0 < gold_rate < least_rate(size),
    )


def marked_cover(campaign: Campaign, *, gold_rate: float) -> GoldCover:
    """The same where the campaign marks: gold hides among the questions that a marker gets about one video."""
    waiting = Share.objects.filter(campaign=campaign, number=MARKER, annotator=None)
    videos = set(waiting.values_list("batch__video", flat=True))
    gold = Gold.objects.filter(campaign=campaign, active=True, pair__parked=False, pair__moment__video__in=videos)
    sizes = list(waiting.annotate(size=Count("batch__pairs")).values_list("size", flat=True))
    size = round(median(sizes)) if sizes else 0
    return GoldCover(
        waiting=len(videos),
        covered=gold.values("pair__moment__video").distinct().count(),
        batch_size=size,
        guessed=100 * guessed_share(gold_rate),
        least_rate=100 * least_rate(size),
        too_rare=0 < gold_rate < least_rate(size),
    )


def marked_golds(campaign: Campaign) -> QuerySet[Gold]:
    """All gold where the campaign marks, active first, the newest first."""
    return campaign.golds.select_related("pair__query", "pair__moment__video").order_by("-active", "-pk")


@dataclass(frozen=True, slots=True)
class MarkedGoldRow:
    """A question that is or may become gold: its answer in words, how many people answered it, how many agree."""

    pair: Pair
    gold: Gold | None
    answer: str
    answered: int = 0
    within: int = 0


def marked_rows(campaign: Campaign, found: Sequence[Gold] | Sequence[Pair]) -> list[MarkedGoldRow]:
    """Gold, or questions that may become gold, as the page lists them."""
    golds = {one.pair_id: one for one in found if isinstance(one, Gold)}
    pairs = [one.pair if isinstance(one, Gold) else one for one in found]
    truths = known_answers(pair.pk for pair in pairs)
    grades = gold_grades(campaign) if golds else []
    answered = Counter(one.pair for one in grades)
    within = Counter(one.pair for one in grades if not one.grade.missed)
    return [
        MarkedGoldRow(pair, golds.get(pair.pk), written(truths[pair.pk].segments), answered[pair.pk], within[pair.pk])
        for pair in pairs
    ]


def listed_golds(campaign: Campaign) -> QuerySet[Gold]:
    """All gold, active first, the newest first; `answered` counts its answers, `within` those within the tolerance."""
    tolerance = newest_protocol(campaign).tolerance
    near = (F("relevance") - tolerance, F("relevance") + tolerance)
    answer = Q(pair__seats__purpose=Purpose.GOLD, pair__seats__scores__current=True)
    golds = campaign.golds.annotate(
        answered=Count("pair__seats__scores", filter=answer),
        within=Count("pair__seats__scores", filter=answer & Q(pair__seats__scores__relevance__range=near)),
    )
    return golds.prefetch_related("pair__query", "pair__moment").order_by("-active", "-pk")


def with_clips(pairs: Sequence[Pair]) -> list[tuple[Pair, PlayableClip]]:
    """The pairs with their clips; three SQL queries."""
    clips = playable_clips(pair.moment_id for pair in pairs)
    return [(pair, clips[pair.moment_id]) for pair in pairs]
