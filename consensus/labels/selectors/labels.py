"""Streams what an export holds; pairs that are not decided stand in none of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from consensus.decisions.selectors.score_source import is_archive, score_source
from consensus.decisions.selectors.verdicts import current_verdicts, decided_batches, verdict_of_pair
from consensus.labels.rows import (
    Adjudicated,
    Candidate,
    CorrectedQuery,
    Grade,
    Label,
    MomentRow,
    QueryRow,
    RawScore,
    ScoreDetail,
    Unjudged,
    VideoRow,
)
from consensus.labels.selectors.ahead import read_ahead
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from moments.models import Campaign, Pair, QueryVersion

CHUNK = 2000
TOO_FAR_APART = "two scores left of four differ by more than the tolerance"
MOMENT = ("moment__video__name", "moment__start_s", "moment__end_s")
# What a pair's row holds itself; query and video are looked up, as a text that comes with 30 rows need not be sent,
# sorted and read 30 times.
OWN = ("query", "moment__video", "moment__start_s", "moment__end_s", "moment__caption", "similarity")
GRADE = ("number", "query__query_id", "moment__desc_id", "query__split")
LABEL = (
    "pair__number",
    "pair__query__query_id",
    "pair__query__text",
    "pair__query__split",
    "pair__moment__video__name",
    "pair__moment__start_s",
    "pair__moment__end_s",
    "pair__moment__video__duration_s",
    "pair__moment__caption",
    "pair__similarity",
    "pair__moment__desc_id",
    "relevance",
)


def labels(campaign: Campaign) -> Iterator[Label]:
    """The agreed pairs in order of their number."""
    agreed = _verdicts(campaign).filter(kind=VerdictKind.AGREED)
    rows = agreed.values_list(*_of_pair(("number", "moment__desc_id", *OWN)), "relevance")
    queries, videos = _queries(campaign), _videos(campaign)
    made = tuple.__new__  # what Label(…) does with keywords besides takes as long as the rest of the row
    for number, desc_id, query, video, start_s, end_s, caption, similarity, grade in _read(rows):
        (query_id, text, split), (name, duration_s) = queries[query], videos[video]
        shown = number, query_id, text, split, name, start_s, end_s, duration_s, caption, similarity, desc_id, grade
        yield made(Label, shown)


def adjudicated(campaign: Campaign) -> Iterator[Adjudicated]:
    """The campaign's adjudicated pairs in order of their number."""
    standing = current_verdicts().filter(pair__campaign=campaign, kind=VerdictKind.ADJUDICATED)
    rows = standing.order_by("pair__number").values_list(*LABEL, "actor", "reason")
    for *label, actor, reason in rows.iterator(chunk_size=5000):
        yield Adjudicated(Label(*label), actor, reason)


def raw_scores(campaign: Campaign) -> Iterator[RawScore]:
    """The scores that agreed and discarded pairs' current attempts rest on, in order of pair, round and seat."""
    own = ("number", "moment__desc_id", *OWN)
    source = score_source(campaign)
    rows = source.ruled.values_list(*source.of_pair(own), source.worker, "relevance")
    queries, videos = _queries(campaign), _videos(campaign)
    for number, desc_id, query, video, start_s, end_s, caption, similarity, worker, grade in _read(rows):
        (query_id, text, split), (name, duration_s) = queries[query], videos[video]
        yield RawScore(
            number, query_id, desc_id, split, worker, grade, text, name, start_s, end_s, duration_s, caption, similarity
        )


def score_details(campaign: Campaign) -> Iterator[ScoreDetail]:
    """Round, time and effort of the same scores in the same order; none of an archive, which does not know them."""
    if is_archive(campaign):
        return
    source = score_source(campaign)
    asked = ("seat__round", "worked_at", "shown_ms", "seat__attempt", "seat__purpose")
    rows = source.ruled.values_list(*source.of_pair(("number",)), source.worker, "relevance", *asked)
    for pair, worker, grade, round_number, at, shown_ms, attempt, purpose in _read(rows):
        seconds = "" if shown_ms is None else f"{shown_ms / 1000:.3f}"
        yield ScoreDetail(pair, worker, grade, round_number, _utc(at), seconds, attempt, purpose)


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def grades(campaign: Campaign) -> Iterator[Grade]:
    """The same scores in the same order, without what the pairs show."""
    source = score_source(campaign)
    rows = source.ruled.values_list(*source.of_pair(GRADE), source.worker, "relevance")
    return map(Grade._make, _read(rows))


def unjudged(campaign: Campaign) -> Iterator[Unjudged]:
    """The discarded and withdrawn pairs in order of their number; what a lead adjudicated is among the discarded."""
    ended = _verdicts(campaign).exclude(kind=VerdictKind.AGREED)
    rows = ended.values_list("pair__number", "pair__query__query_id", "pair__query__split", "kind", "reason")
    for number, query, split, kind, reason in rows.iterator(chunk_size=CHUNK):
        by_rule = kind != VerdictKind.WITHDRAWN
        outcome = VerdictKind.DISCARDED.value if by_rule else kind
        yield Unjudged(number, query, split, outcome, TOO_FAR_APART if by_rule else reason)


def candidates(campaign: Campaign) -> Iterator[Candidate]:
    """All pairs of the opened queries by query, most similar first; of equals the better rank."""
    pairs = campaign.pairs.filter(query__batches__number=1, query__retired_at=None, study_only=False).order_by(
        "query__query_id", "-similarity", "rank"
    )
    fields = ("query__split", "query__query_id", "moment__desc_id", *MOMENT, "similarity")
    return map(Candidate._make, _read(pairs.values_list(*fields)))


def query_rows(campaign: Campaign) -> Iterator[QueryRow]:
    """The queries that were opened and not retired."""
    opened = campaign.queries.filter(batches__number=1, retired_at=None).order_by("query_id")
    return map(QueryRow._make, opened.values_list("query_id", "text", "split").iterator(chunk_size=CHUNK))


def corrected_queries(campaign: Campaign) -> list[CorrectedQuery]:
    """What the queries in force were called before corrections of the same meaning, since they last changed it."""
    opened = Exists(Pair.objects.filter(query=OuterRef("query"), batch__isnull=False))
    kept = QueryVersion.objects.filter(opened, query__campaign=campaign, query__retired_at=None)
    found: dict[int, list[CorrectedQuery]] = {}
    for past in kept.select_related("query").order_by("query__query_id", "version"):
        query = past.query
        corrections = found.setdefault(query.query_id, [])
        if past.same_meaning:
            corrections.append(CorrectedQuery(query.query_id, query.split, past.version, past.text, past.reason))
        else:
            corrections.clear()
    return [one for corrections in found.values() for one in corrections]


def moment_rows(campaign: Campaign) -> Iterator[MomentRow]:
    """All moments of the corpus."""
    rows = campaign.moments.order_by("desc_id").values_list("desc_id", "caption", "video__name", "start_s", "end_s")
    return map(MomentRow._make, _read(rows))


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


def _queries(campaign: Campaign) -> dict[int, tuple[int, str, str]]:
    """Every query's number, text and split, by primary key."""
    rows = campaign.queries.values_list("pk", "query_id", "text", "split")
    return {pk: (number, text, split) for pk, number, text, split in rows}


def _videos(campaign: Campaign) -> dict[int, tuple[str, float]]:
    """Every video's name and duration in seconds, by primary key."""
    return {pk: (name, duration_s) for pk, name, duration_s in campaign.videos.values_list("pk", "name", "duration_s")}


def _read(rows: QuerySet[Any, Any]) -> Iterator[Any]:
    return read_ahead(rows.iterator(chunk_size=CHUNK), CHUNK)


def _of_pair(fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"pair__{field}" for field in fields)
