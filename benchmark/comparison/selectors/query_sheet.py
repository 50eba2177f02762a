"""One query under one or two runs: what was labelled, what each system said, with clips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from django.http import Http404

from annotator.people.selectors.access import Lead
from annotator.player.selectors import PlayableClip, playable_clips
from benchmark.models import Run, RunScores
from benchmark.runs.measures import SHOWN
from benchmark.runs.selectors.runs import required_scores
from benchmark.snapshots.selectors import labels_in
from evaluation.metrics.matching import match
from evaluation.reading.labels import Labels
from evaluation.reading.packing import unpacked
from evaluation.scoring.answers import KeptPrediction, answers_of, as_predictions, best_labelled, closest, truths_of
from moments.base.errors import BadInput
from moments.models import Moment, Pair, Query

DEPTH = 20


@dataclass(frozen=True, slots=True)
class TruthRow:
    """A labelled moment with its relevance, its pair and its clip."""

    moment: Moment
    relevance: int
    pair: int
    clip: PlayableClip


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A prediction: what it is worth, and the corpus moment that comes nearest to it.

    `overlap` is the highest IoU with a labelled moment, `near` that one's relevance; `taken` what it gains at the
    threshold, None if it takes nothing.
    """

    answer: KeptPrediction
    overlap: float
    near: int | None
    taken: int | None
    nearest: Moment | None
    nearest_iou: float
    clip: PlayableClip | None


@dataclass(frozen=True, slots=True)
class RunSheet:
    """One run's answers to the query and its values."""

    run: Run
    rows: list[AnswerRow]
    value: float | None


@dataclass(frozen=True, slots=True)
class QuerySheet:
    """The whole page."""

    query: Query
    measure: str
    iou: float
    truths: list[TruthRow]
    runs: list[RunSheet]


def query_sheet(lead: Lead, runs: list[Run], query_id: int, *, measure: str, iou: float) -> QuerySheet:
    """The query's labels and the runs' first answers; raises Http404 for a query without labels.

    Raises BadInput for a run that is not scored, or where the runs are scored against different labels.
    """
    scored = [required_scores(run) for run in runs]
    if len({scores.snapshot_id for scores in scored}) > 1:
        raise BadInput(
            "the two runs were scored against different labels; you can compare them once both are scored again"
        )
    query = lead.campaign.queries.filter(query_id=query_id).first()
    labels = labels_in(scored[0].snapshot).labels
    if query is None or str(query_id) not in labels.query_ids:
        raise Http404("no such query with labels")
    row = labels.query_ids.index(str(query_id))
    answers = [answers_of(scores.answers, row)[:DEPTH] for scores in scored]
    pairs = _pairs(lead, labels, row)
    near = _moments(lead, {answer.video for found in answers for answer in found})
    chosen = [[_nearest(answer, near[answer.video]) for answer in found] for found in answers]
    clips = _clips([pair.moment for pair in pairs.values()], chosen)
    sheets = [
        RunSheet(run, _answer_rows(found, nearest, labels, row, iou, clips), _value(scores, measure, row))
        for run, scores, found, nearest in zip(runs, scored, answers, chosen, strict=True)
    ]
    return QuerySheet(query, measure, iou, _truth_rows(labels, row, pairs, clips), sheets)


def _value(scores: RunScores, measure: str, row: int) -> float | None:
    if measure not in scores.measures:
        return None
    (values,) = unpacked(scores.values, "values")
    return float(values[row, scores.measures.index(measure)])


def _pairs(lead: Lead, labels: Labels, row: int) -> dict[int, Pair]:
    numbers = [int(labels.pair_ids[at]) for at in np.flatnonzero(labels.truths.row == row).tolist()]
    pairs = lead.campaign.pairs.filter(number__in=numbers).select_related("moment__video")
    return {pair.number: pair for pair in pairs}


def _moments(lead: Lead, videos: Iterable[str]) -> dict[str, list[Moment]]:
    by_video: dict[str, list[Moment]] = defaultdict(list)
    for moment in lead.campaign.moments.filter(video__name__in=list(videos)).select_related("video").order_by("pk"):
        by_video[moment.video.name].append(moment)
    return by_video


def _nearest(answer: KeptPrediction, moments: list[Moment]) -> tuple[Moment, float] | None:
    start_s = np.array([moment.start_s for moment in moments])
    found = closest(answer, start_s, np.array([moment.end_s for moment in moments]))
    return None if found is None else (moments[found[0]], found[1])


def _clips(labelled: list[Moment], chosen: list[list[tuple[Moment, float] | None]]) -> dict[int, PlayableClip]:
    wanted = {moment.pk for moment in labelled}
    wanted |= {nearest[0].pk for found in chosen for nearest in found if nearest is not None}
    return playable_clips(wanted)


def _truth_rows(labels: Labels, row: int, pairs: dict[int, Pair], clips: dict[int, PlayableClip]) -> list[TruthRow]:
    rows = []
    for at in np.flatnonzero(labels.truths.row == row).tolist():
        pair = pairs.get(int(labels.pair_ids[at]))
        if pair is not None:
            relevance = int(labels.truths.relevance[at])
            rows.append(TruthRow(pair.moment, relevance, pair.number, clips[pair.moment_id]))
    return sorted(rows, key=lambda one: (-one.relevance, one.pair))


def _answer_rows(
    answers: list[KeptPrediction],
    nearest: list[tuple[Moment, float] | None],
    labels: Labels,
    row: int,
    iou: float,
    clips: dict[int, PlayableClip],
) -> list[AnswerRow]:
    truths, predictions = truths_of(labels, row), as_predictions(answers, labels)
    matched = match(predictions, truths, SHOWN)
    best, overlap = best_labelled(predictions, truths)
    return [
        AnswerRow(
            answer=answer,
            overlap=float(overlap[at]),
            near=int(truths.relevance[best[at]]) if best[at] >= 0 else None,
            taken=int(matched.taken[iou][at]) or None,
            nearest=near[0] if near else None,
            nearest_iou=near[1] if near else 0.0,
            clip=clips[near[0].pk] if near else None,
        )
        for at, (answer, near) in enumerate(zip(answers, nearest, strict=True))
    ]
