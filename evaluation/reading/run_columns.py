"""A run as columns that grow a query at a time: 32 bytes a prediction."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats, Ints
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import Where, keys, shown, unkeepable

MOST_QUERIES = 500_000
MOST_PREDICTIONS = 5_000_000


class RunColumns:
    """Queries by their number of predictions, and these in file order; bounded, so that memory is.

    Messages call a query by the `noun` of the run's format.
    """

    def __init__(self, path: Path, noun: str = "query") -> None:
        self.path = path
        self.noun = noun
        self.queries: dict[str, int] = {}
        self._count = 0
        self._video, self._start_s, self._end_s, self._score = array("q"), array("d"), array("d"), array("d")

    def begin(self, query: str, predictions: Any) -> Where:
        """Start a query; the function returned names its places.

        Raises EvaluationError if it began before, cannot be kept, has no list of predictions, or is too many.
        """
        where = f"{self.path} {self.noun} {shown(query)}"
        if problem := unkeepable(query):
            raise EvaluationError(f"{where}: {problem}")
        if query in self.queries:
            raise EvaluationError(f"{where}: appears twice in the run")
        if not isinstance(predictions, list):
            raise EvaluationError(f"{where}: expected a list of predictions")
        self._count += len(predictions)
        if len(self.queries) >= MOST_QUERIES:
            raise EvaluationError(f"{where}: the run has more than {MOST_QUERIES:,} queries")
        if self._count > MOST_PREDICTIONS:
            raise EvaluationError(f"{where}: the run has more than {MOST_PREDICTIONS:,} predictions")
        self.queries[query] = len(predictions)
        return lambda at: f"{where} prediction {at + 1}"

    def begin_entry(self, query: Any, predictions: Any, key: str, place: int) -> Where:
        """The same for an entry of a list, which says its query under `key`."""
        return self.begin(keys([query], lambda _: f"{self.path} entry {place}", key)[0], predictions)

    def take(self, video: Sequence[int], start_s: Floats, end_s: Floats, score: Floats) -> None:
        """The predictions of the query that was begun last."""
        self._video.extend(video)
        for column, values in ((self._start_s, start_s), (self._end_s, end_s), (self._score, score)):
            column.frombytes(values.tobytes())

    def place(self, at: int) -> str:
        """The name of the prediction at that place of the columns."""
        for query, count in self.queries.items():
            if at < count:
                return f"{self.path} {self.noun} {shown(query)} prediction {at + 1}"
            at -= count
        return str(self.path)

    def video_column(self) -> Ints:
        """The videos, as numbers of whatever kind was taken."""
        return np.array(self._video, dtype=np.int64)

    def figures(self) -> tuple[Floats, Floats, Floats]:
        """Starts, ends and scores."""
        start_s, end_s, score = (np.array(one, np.float64) for one in (self._start_s, self._end_s, self._score))
        return start_s, end_s, score
