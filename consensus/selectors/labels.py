"""Streams what an export holds; pairs that are not decided stand in none of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.models import Score
from annotator.models.work import LIVE_CAMPAIGN
from consensus.formats.rows import Label, MomentRow, PairRow, QueryRow, RawScore, Unjudged, VideoRow
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from consensus.selectors.settling import decided_batches, verdict_of_pair
from moments.models import Campaign, Pair

CHUNK = 5000
PAIR_FIELDS = (
    "number",
    "query__query_id",
    "query__text",
    "query__split",
    "moment__video__name",
    "moment__start_s",
    "moment__end_s",
    "moment__video__duration_s",
    "moment__caption",
    "similarity",
    "moment__desc_id",
)


def labels(campaign: Campaign) -> Iterator[Label]:
    """The agreed pairs in order of their number."""
    agreed = _verdicts(campaign).filter(kind=VerdictKind.AGREED)
    rows = agreed.values_list("relevance", *(f"pair__{field}" for field in PAIR_FIELDS))
    for relevance, *pair in rows.iterator(chunk_size=CHUNK):
        yield Label(PairRow(*pair), relevance)


def raw_scores(campaign: Campaign) -> Iterator[RawScore]:
    """The scores that agreed and discarded pairs' current attempts rest on, in order of pair, round and seat."""
    ruled = Verdict.objects.filter(
        pair=OuterRef("seat__pair"),
        attempt=OuterRef("seat__attempt"),
        superseded=False,
        kind__in=[VerdictKind.AGREED, VerdictKind.DISCARDED],
    )
    live = {f"seat__{field}": value for field, value in LIVE_CAMPAIGN.children}  # type: ignore[misc]
    scores = Score.objects.filter(
        Exists(ruled), current=True, seat__campaign=campaign, seat__attempt=F("seat__pair__attempt"), **live
    ).order_by("seat__pair__number", "seat__round", "seat__number")
    fields = (f"seat__pair__{field}" for field in PAIR_FIELDS)
    rows = scores.values_list("annotator__pseudonym", "relevance", *fields)
    for worker, relevance, *pair in rows.iterator(chunk_size=CHUNK):
        yield RawScore(PairRow(*pair), worker, relevance)


def unjudged(campaign: Campaign) -> Iterator[Unjudged]:
    """The discarded and withdrawn pairs in order of their number."""
    ended = _verdicts(campaign).exclude(kind=VerdictKind.AGREED)
    rows = ended.values_list("pair__number", "pair__query__query_id", "pair__query__split", "kind", "reason")
    for number, query, split, kind, reason in rows.iterator(chunk_size=CHUNK):
        why = reason or "two scores left of four differ by more than the tolerance"
        yield Unjudged(number, query, split, kind, why)


def query_rows(campaign: Campaign) -> Iterator[QueryRow]:
    """The queries that were opened."""
    opened = campaign.queries.filter(batches__number=1).order_by("query_id")
    for row in opened.values_list("query_id", "text", "split").iterator(chunk_size=CHUNK):
        yield QueryRow(*row)


def moment_rows(campaign: Campaign) -> Iterator[MomentRow]:
    """All moments of the corpus."""
    rows = campaign.moments.order_by("desc_id").values_list("desc_id", "caption", "video__name", "start_s", "end_s")
    for row in rows.iterator(chunk_size=CHUNK):
        yield MomentRow(*row)


def video_rows(campaign: Campaign) -> Iterator[VideoRow]:
    """All videos of the corpus, by name."""
    for row in campaign.videos.order_by("name").values_list("name", "duration_s").iterator(chunk_size=CHUNK):
        yield VideoRow(*row)


def opened_splits(campaign: Campaign) -> list[str]:
    """The splits of the opened queries."""
    splits = campaign.queries.filter(batches__number=1).order_by("split").values_list("split", flat=True)
    return list(splits.distinct())


def unfinished(campaign: Campaign) -> dict[str, int]:
    """What keeps the campaign from being finished, with counts; empty when it is."""
    verdict = verdict_of_pair()
    undecided = Pair.objects.filter(~Exists(verdict), campaign=campaign, batch__isnull=False)
    pending = BatchReview.objects.filter(campaign=campaign, decision=Decision.PENDING, superseded=False)
    found: dict[str, int] = {
        "pairs without a verdict": undecided.count(),
        "batches awaiting review": pending.count() + decided_batches(campaign).count(),
    }
    return {what: count for what, count in found.items() if count}


def _verdicts(campaign: Campaign) -> QuerySet[Verdict, Any]:
    current = Verdict.objects.filter(pair__campaign=campaign, superseded=False, attempt=F("pair__attempt"))
    return current.order_by("pair__number")
