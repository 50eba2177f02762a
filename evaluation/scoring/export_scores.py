"""The scores that this evaluator gives a run held as columns: the expected scores of an export."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.columns import Ints, Predictions, Truths, ranks
from evaluation.metrics.settings import Settings
from evaluation.scoring.scores import score_predictions

Columns = Mapping[str, NDArray[Any]]
STANDARD = Settings()


def expected_scores(labels: Columns, run: Columns, settings: Settings = STANDARD) -> dict[str, Any]:
    """Queries, settings and measures, to the last digit what `evaluate_run --json` says with these settings.

    Both have the columns `query`, `video`, `start_s`, `end_s`, the labels `relevance` too; the labels in file
    order, the run best first in each query. Without labels there are no measures.
    """
    queries, first = np.unique(labels["query"], return_index=True)
    if not len(queries):
        return {"queries": 0, "settings": settings.as_dict(), "measures": {}}
    row_of = np.empty(len(queries), dtype=np.int64)
    row_of[np.argsort(first)] = np.arange(len(queries))  # rows count in order of first appearance, as in the file
    truths = Truths(
        row_of[np.searchsorted(queries, labels["query"])],
        labels["video"],
        labels["start_s"],
        labels["end_s"],
        labels["relevance"],
    )
    scores = score_predictions(_joined(run, labels, queries, row_of), truths, len(queries), settings)
    return {"queries": len(queries), "settings": settings.as_dict(), "measures": scores.means()}


def _joined(run: Columns, labels: Columns, queries: Ints, row_of: Ints) -> Predictions:
    """The run's predictions for the labelled queries, by row; videos without labels are −1."""
    place = np.searchsorted(queries, run["query"])
    labelled = queries[np.minimum(place, len(queries) - 1)] == run["query"]
    row = row_of[place[labelled]]
    order = np.argsort(row, kind="stable")
    video = np.where(np.isin(run["video"], labels["video"]), run["video"], -1)
    row = row[order]
    video, start_s, end_s = (column[labelled][order] for column in (video, run["start_s"], run["end_s"]))
    return Predictions(row, ranks(row), video, start_s, end_s)
