"""Streams what an export holds; pairs that are not decided stand in none of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.models import Score
from annotator.models.work import LIVE_CAMPAIGN
from consensus.formats.rows import Candidate, Grade, Label, MomentRow, QueryRow, RawScore, Unjudged, VideoRow
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from consensus.selectors.settling import decided_batches, verdict_of_pair
from moments.models import Campaign, Pair

CHUNK = 5000
MOMENT = (
    "moment__video__name",
    "moment__start_s",
    "moment__end_s",
    "moment__video__duration_s",
    "moment__caption",
    "similarity",
)
GRADE = (
    "seat__pair__number",
    "seat__pair__query__query_id",
    "seat__pair__moment__desc_id",
    "seat__pair__query__split",
    "annotator__pseudonym",
    "relevance",
)


def labels(campaign: Campaign) -> Iterator[Label]:
    """The agreed pairs in order of their number."""
    agreed = _verdicts(campaign).filter(kind=VerdictKind.AGREED)
    fields = _of_pair(("number", "query__query_id", "query__text", "query__split", *MOMENT, "moment__desc_id"))
    return map(Label._make, agreed.values_list(*fields, "relevance").iterator(chunk_size=CHUNK))


def raw_scores(campaign: Campaign) -> Iterator[RawScore]:
    """The scores that agreed and discarded pairs' current attempts rest on, in order of pair, round and seat."""
    rows = ruled_scores(campaign).values_list(*GRADE, *_of_pair(("query__text", *MOMENT), "seat__pair"))
    return map(RawScore._make, rows.iterator(chunk_size=CHUNK))


def grades(campaign: Campaign) -> Iterator[Grade]:
    """The same scores in the same order, without what the pairs show."""
    return map(Grade._make, ruled_scores(campaign).values_list(*GRADE).iterator(chunk_size=CHUNK))


def ruled_scores(campaign: Campaign) -> QuerySet[Score]:
    """The scores that the agreed and discarded verdicts of pairs' current attempts rest on."""
    ruled = Verdict.objects.filter(
        pair=OuterRef("seat__pair"),
        attempt=OuterRef("seat__attempt"),
        superseded=False,
        kind__in=[VerdictKind.AGREED, VerdictKind.DISCARDED],
    )
    live = {f"seat__{field}": value for field, value in LIVE_CAMPAIGN.children}  # type: ignore[misc]
    scores = Score.objects.filter(
        Exists(ruled), current=True, seat__campaign=campaign, seat__attempt=F("seat__pair__attempt"), **live
    )
    return scores.order_by("seat__pair__number", "seat__round", "seat__number")


def unjudged(campaign: Campaign) -> Iterator[Unjudged]:
    """The discarded and withdrawn pairs in order of their number."""
    ended = _verdicts(campaign).exclude(kind=VerdictKind.AGREED)
    rows = ended.values_list("pair__number", "pair__query__query_id", "pair__query__split", "kind", "reason")
    for number, query, split, kind, reason in rows.iterator(chunk_size=CHUNK):
        why = reason or "two scores left of four differ by more than the tolerance"
        yield Unjudged(number, query, split, kind, why)


def candidates(campaign: Campaign) -> Iterator[Candidate]:
    """All pairs of the opened queries by query, most similar first; of equals the better rank."""
    pairs = campaign.pairs.filter(query__batches__number=1, query__retired_at=None).order_by(
        "query__query_id", "-similarity", "rank"
    )
    fields = ("query__split", "query__query_id", "moment__desc_id", *MOMENT[:3], "similarity")
    return map(Candidate._make, pairs.values_list(*fields).iterator(chunk_size=CHUNK))


def query_rows(campaign: Campaign) -> Iterator[QueryRow]:
    """The queries that were opened and not retired."""
    opened = campaign.queries.filter(batches__number=1, retired_at=None).order_by("query_id")
    return map(QueryRow._make, opened.values_list("query_id", "text", "split").iterator(chunk_size=CHUNK))


def moment_rows(campaign: Campaign) -> Iterator[MomentRow]:
    """All moments of the corpus."""
    rows = campaign.moments.order_by("desc_id").values_list("desc_id", "caption", "video__name", "start_s", "end_s")
    return map(MomentRow._make, rows.iterator(chunk_size=CHUNK))


def video_rows(campaign: Campaign) -> Iterator[VideoRow]:
    """All videos of the corpus, by name."""
    rows = campaign.videos.order_by("name").values_list("name", "duration_s")
    return map(VideoRow._make, rows.iterator(chunk_size=CHUNK))


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


def _of_pair(fields: Iterable[str], pair: str = "pair") -> tuple[str, ...]:
    return tuple(f"{pair}__{field}" for field in fields)
