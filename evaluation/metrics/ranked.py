"""A matched run as rows of ranks, with the treatment of the unjudged: what the measures see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.columns import Bools, Floats, Ints, as_rows, ranks
from evaluation.metrics.matching import Matched
from evaluation.metrics.settings import Settings


@dataclass(frozen=True)
class Ranked:
    """Queries × ranks at one threshold, 0 if there is no prediction; each array is made when it is asked for.

    At ANY_OVERLAP, for measures without a threshold, predictions take nothing.
    """

    matched: Matched
    ideal: Ints
    settings: Settings
    iou: float

    @cached_property
    def taken(self) -> Ints:
        """The relevance that each prediction takes."""
        return self._rows(self.matched.taken[self.iou])

    @cached_property
    def best_iou(self) -> Floats:
        """The r of each prediction; 1 for the unjudged where the upper bound is asked for."""
        best, judged = self.matched.best_iou, self.matched.judged[self.iou]
        return self._rows(np.where(judged, best, 1.0) if self.settings.unjudged == "upper" else best)

    @cached_property
    def judged(self) -> Bools:
        """Which predictions are judged, also where the unjudged are dropped."""
        return self._in_place(self.matched.judged[self.iou])

    @cached_property
    def unjudged(self) -> Bools:
        """Which predictions are there and not judged."""
        return self._in_place(~self.matched.judged[self.iou])

    def _rows(self, values: NDArray[Any]) -> NDArray[Any]:
        """The values by query and rank; with `dropped`, only the judged ones, moved up."""
        if self.settings.unjudged != "dropped":
            return self._in_place(values)
        judged = self.matched.judged[self.iou]
        row = self.matched.predictions.row[judged]
        return as_rows(values[judged], row, ranks(row), self.ideal.shape)

    def _in_place(self, values: NDArray[Any]) -> NDArray[Any]:
        return as_rows(values, self.matched.predictions.row, self.matched.predictions.rank, self.ideal.shape)
