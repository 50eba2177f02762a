"""A run's rankings as rows of ranks beside the truths: what the measures of segments see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.columns import Bools, Floats, Ints, as_rows, ranks
from evaluation.metrics.matching import Matched, match
from evaluation.segments.metrics.hull import hull_iou
from evaluation.segments.metrics.questions import Questions, Rankings
from evaluation.segments.metrics.settings import SegmentSettings


@dataclass(frozen=True)
class RankedSegments:
    """Questions × ranks, 0 where there is no prediction; each array is made when it is asked for."""

    questions: Questions
    rankings: Rankings
    settings: SegmentSettings

    @cached_property
    def matched(self) -> Matched:
        """What each prediction within the width is worth."""
        return match(self.rankings.predictions, self.questions.truths, self.settings.matching)

    def found(self, iou: float) -> Bools:
        """Which predictions find a truth of at least that IoU that no earlier one found.

        Of several such truths a prediction takes the one with the highest IoU, and of equals the first in the file.
        """
        if iou not in self._found:
            at, predictions = np.flatnonzero(self.matched.taken[iou]), self.matched.predictions
            hit = np.ones(len(at), dtype=np.bool_)
            self._found[iou] = as_rows(hit, predictions.row[at], predictions.rank[at], self.shape)
        return self._found[iou]

    @cached_property
    def _found(self) -> dict[float, Bools]:
        return {}

    @cached_property
    def best_iou(self) -> Floats:
        """The largest IoU of each prediction with any truth."""
        return self._rows(self.matched.best_iou)

    @cached_property
    def hull_iou(self) -> Floats:
        """The IoU of each prediction with the hull of all truths."""
        found = self.matched.predictions
        return self._rows(hull_iou(self.questions, found.row, found.start_s, found.end_s))

    @cached_property
    def is_truth(self) -> Bools:
        """Which of the ranked clips are truths; where clips that cover a truth are neutral, the others move up."""
        pool, clip, row = self.questions.pool, self.rankings.clip, self.rankings.predictions.row
        assert pool is not None  # measures that need clips are only asked where there are some
        assert clip is not None
        if self.settings.covering == "neutral":
            counts = ~pool.covers[clip]
            row, clip = row[counts], clip[counts]
        return as_rows(pool.is_truth[clip], row, ranks(row), self.shape)

    @cached_property
    def truth_counts(self) -> Ints:
        """How many truths each question has."""
        return self.questions.truth_counts

    @property
    def shape(self) -> tuple[int, int]:
        """Questions and ranks."""
        return len(self.questions.ids), self.settings.width

    def _rows(self, values: NDArray[Any]) -> NDArray[Any]:
        return as_rows(values, self.matched.predictions.row, self.matched.predictions.rank, self.shape)


def recall_of(found: Bools, truth_counts: Ints) -> Floats:
    """The share of each question's truths that are found."""
    return found.sum(axis=-1) / np.maximum(truth_counts, 1)
