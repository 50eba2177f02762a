"""Streams the videos of a marking campaign, each with its questions that have a truth and its pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.marking.segments import Segment
from annotator.models import AskState, DerivedAsk, DerivedState, DerivedTask
from consensus.derived.selectors import of_standing_truth
from consensus.labels.marked_rows import Condition, MarkedQuestion, MarkedVideo
from consensus.labels.selectors.beside import Beside
from consensus.models import TruthSegment, Verdict, VerdictKind
from consensus.pools.pool import Pool, make_pool
from moments.base.errors import BadInput
from moments.models import Campaign

CHUNK = 2000
WITH_TRUTH = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)
# The number of a video's whole moment: unlike a name, every database sorts it alike.
ORDER = ("moment__desc_id", "ask__number")
QUESTION = (
    "moment__desc_id",
    "moment__video__name",
    "moment__video__domain",
    "moment__end_s",
    "ask",
    "ask__number",
    "ask__task",
    "query__text",
    "query__split",
    "ask__origin",
    "ask__condition_video__name",
    "ask__condition_ms",
)
DERIVED = ("task", "text", "start_ms", "end_ms", "origin")


def marked_videos(campaign: Campaign, *, video: int | None = None) -> Iterator[MarkedVideo]:
    """The videos on which a question has a truth, or only that one (by primary key), in a fixed number of queries.

    Raises BadInput for a truth that goes beyond its video.
    """
    verdicts = verdicts_with_truth(campaign)
    if video is not None:
        verdicts = verdicts.filter(pair__moment__video=video)
    segments = TruthSegment.objects.filter(verdict__in=verdicts).order_by(*_of("verdict__pair", ORDER), "start_ms")
    made = DerivedAsk.objects.filter(state=DerivedState.ACCEPTED, ask__pair__in=verdicts.values("pair"))
    made = of_standing_truth(made).order_by("ask__pair__moment__desc_id", "ask__number", "task")
    truths = Beside(_read(segments, ("verdict", "start_ms", "end_ms")))
    derived = Beside(_read(made, ("ask", *DERIVED)))
    rows = _read(verdicts.order_by(*_of("pair", ORDER)), ("pk", "kind", *_of("pair", QUESTION)))
    for (_, name, domain, end_s), questions in groupby(rows, key=lambda row: row[2:6]):
        found = [one for row in questions for one in _questions(row, truths, derived)]
        if found:
            duration_ms = round(end_s * 1000)
            pool = _pool(name, duration_ms, found, campaign.seed)
            yield MarkedVideo(name, domain, duration_ms, tuple(found), pool)


def verdicts_with_truth(campaign: Campaign) -> QuerySet[Verdict]:
    """The standing verdicts that hold segments for questions that were not rejected."""
    standing = Verdict.objects.filter(
        pair__campaign=campaign, superseded=False, attempt=F("pair__attempt"), kind__in=WITH_TRUTH
    )
    has_truth = Exists(TruthSegment.objects.filter(verdict=OuterRef("pk")))
    return standing.filter(has_truth, pair__ask__isnull=False).exclude(pair__ask__state=AskState.REJECTED)


def _questions(row: Sequence[Any], truths: Beside, derived: Beside) -> Iterator[MarkedQuestion]:
    """The question of a verdict, and what was made from it, with the same truth and version (M5)."""
    verdict, kind, _, _, _, _, ask, number, task, text, split, origin, shown_video, shown_ms = row
    found = tuple(Segment(start, end) for start, end in truths.of(verdict))
    adjudicated = kind == VerdictKind.ADJUDICATED
    condition = None if shown_video is None else Condition(shown_video, shown_ms, None)
    yield MarkedQuestion(str(number), task.upper(), text, split, origin, "", condition, found, adjudicated)
    for made_task, caption, start_ms, end_ms, made_by in derived.of(ask):
        is_clip = made_task == DerivedTask.VMS
        yield MarkedQuestion(
            f"{number}-{made_task}",
            made_task.upper(),
            text if is_clip else caption,
            split,
            made_by,
            str(number),
            Condition(shown_video, start_ms, end_ms) if is_clip else None,
            found,
            adjudicated,
        )


def _pool(name: str, duration_ms: int, questions: Iterable[MarkedQuestion], seed: int) -> Pool:
    """The pool of a video; conditions from other videos lie in none of its clips."""
    truths, conditions = {}, {}
    for one in questions:
        truths[one.question_id] = one.truths
        if one.truths[-1].end_ms > duration_ms:
            raise BadInput(
                f"question {one.question_id}: the truth {one.truths[-1]} goes beyond the video {name!r}, "
                f"which lasts {duration_ms / 1000:g} s"
            )
        if one.condition and one.condition.video_name == name:
            conditions[one.question_id] = [one.condition.segment]
    return make_pool(truths, duration_ms=duration_ms, seed=(seed, name), conditions=conditions)


def _of(path: str, fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{path}__{field}" for field in fields)


def _read(rows: QuerySet[Any, Any], fields: Iterable[str]) -> Iterator[Any]:
    return rows.values_list(*fields).iterator(chunk_size=CHUNK)
