"""Runs that need no model: the labelled moments of each query in three orders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.labels import Labels
from evaluation.reading.writing import write_whole

Reference = Literal["similarity", "random", "oracle"]
RunDocument = dict[str, list[dict[str, Any]]]


def reference_run(labels: Labels, kind: Reference, *, seed: int = 0) -> RunDocument:
    """A run in the project's own format: each query's labelled moments, best first.

    `similarity` orders by the labels' similarity, `oracle` by relevance, `random` by a seeded draw; the
    order in the file breaks ties. Raises EvaluationError if similarity is asked for and not there.
    """
    score = _scores(labels, kind, seed)
    truths = labels.truths
    run: RunDocument = {query: [] for query in labels.query_ids}
    for at in np.lexsort((-score, truths.row)).tolist():
        run[labels.query_ids[int(truths.row[at])]].append(
            {
                "video_name": labels.video_names[int(truths.video[at])],
                "timestamp": [float(truths.start_s[at]), float(truths.end_s[at])],
                "score": float(score[at]),
            }
        )
    return run


def checked_reference(labels: Labels, kind: Reference, *, seed: int = 0) -> CheckedRun:
    """The same run as columns, without a file between."""
    truths, score = labels.truths, _scores(labels, kind, seed)
    order = np.lexsort((-score, truths.row))
    counts = np.bincount(truths.row, minlength=len(labels.query_ids)).tolist()
    return CheckedRun(
        path=Path(kind),
        queries=dict(zip(labels.query_ids, counts, strict=True)),
        video_names=labels.video_names,
        video=truths.video[order],
        start_s=truths.start_s[order],
        end_s=truths.end_s[order],
        score=score[order],
    )


def write_run(run: RunDocument, path: Path) -> None:
    """The run as JSON, a query on a line; there whole or not at all."""
    lines = (f"{json.dumps(query)}: {json.dumps(predictions)}" for query, predictions in run.items())
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")


def _scores(labels: Labels, kind: Reference, seed: int) -> Floats:
    if kind == "random":
        return np.random.default_rng(seed).random(len(labels.truths.row))
    if kind == "oracle":
        return labels.truths.relevance.astype(np.float64)
    if labels.similarity is None:
        raise EvaluationError(f"{labels.path}: the labels have no similarity")
    return labels.similarity
