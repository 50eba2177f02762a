"""Reads a run and joins it with the labels: predictions in the labels' numbering, and what was left aside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evaluation.metrics.columns import Floats, Ints, Predictions, ranks
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.labels import Labels
from evaluation.reading.parts import LIMIT_BYTES
from evaluation.reading.run_formats import read_checked_run
from evaluation.reading.trec_run import Documents


@dataclass(frozen=True, slots=True)
class Run:
    """A run's predictions for the labelled queries, and counts of what the reader should know."""

    predictions: Predictions
    counts: Mapping[str, int]


def read_run(
    path: Path,
    labels: Labels,
    *,
    corpus: Path | None = None,
    documents: Documents | None = None,
    limit_bytes: int = LIMIT_BYTES,
) -> Run:
    """The run of a file, joined with the labels; the order in the file is the ranking, in TREC's lines the score.

    Raises EvaluationError, naming file, query and prediction (from 1), for the first query with anything
    wrong, and if none of the run's queries is labelled.
    """
    return joined_run(read_checked_run(path, corpus=corpus, documents=documents, limit_bytes=limit_bytes), labels)


def joined_run(run: CheckedRun, labels: Labels) -> Run:
    """The run in the labels' numbering; raises EvaluationError if none of its queries is labelled."""
    row_of = {query: row for row, query in enumerate(labels.query_ids)}
    if not any(query in row_of for query in run.queries):
        raise EvaluationError(f"{run.path}: none of its {len(run.queries):,} queries has a label in {labels.path}")
    video_of = {name: number for number, name in enumerate(labels.video_names)}
    number = np.array([video_of.get(name, -1) for name in run.video_names], dtype=np.int64)
    video = number[run.video] if len(run.video) else run.video
    rows = np.array([row_of.get(query, -1) for query in run.queries], dtype=np.int64)
    row = np.repeat(rows, list(run.queries.values()))
    predictions = _joined(row, video, run.start_s, run.end_s)
    return Run(predictions, _counts(run, labels, predictions, rising=rising(row, run.score)))


def _joined(row: Ints, video: Ints, start_s: Floats, end_s: Floats) -> Predictions:
    order = np.argsort(row, kind="stable")
    order = order[np.count_nonzero(row < 0) :]
    row = row[order]
    return Predictions(row, ranks(row), video[order], start_s[order], end_s[order])


def _counts(run: CheckedRun, labels: Labels, predictions: Predictions, *, rising: int) -> dict[str, int]:
    answered = len(np.unique(predictions.row))
    known = set(labels.query_ids)
    counts = {
        "queries_without_predictions": len(labels.query_ids) - answered,
        "queries_not_labelled": sum(query not in known for query in run.queries),
        "predictions": len(predictions.row),
        "predictions_in_videos_without_labels": int((predictions.video < 0).sum()),
        "repeated_predictions": repeated(predictions),
        "queries_with_rising_scores": rising,
    }
    if run.unknown_moments is not None:
        counts["predictions_of_unknown_moments"] = run.unknown_moments
    return counts


def repeated(predictions: Predictions) -> int:
    """Predictions that repeat an earlier one; in videos without labels they cannot be compared."""
    columns = (predictions.end_s, predictions.start_s, predictions.video, predictions.row)
    order = np.lexsort(columns)
    same = predictions.video[order][1:] >= 0
    for column in columns:
        ordered = column[order]
        same &= ordered[1:] == ordered[:-1]
    return int(same.sum())


def rising(row: Ints, score: Floats) -> int:
    """Labelled queries whose scores rise somewhere: their order may not be what was meant."""
    rises = (row[1:] == row[:-1]) & (score[1:] > score[:-1]) & (row[1:] >= 0)
    return len(np.unique(row[1:][rises]))
