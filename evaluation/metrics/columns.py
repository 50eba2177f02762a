"""Ground truths and predictions as columns, and a column of predictions as rows of ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Truths:
    """Judged moments: query row, video number (0 and up), times in seconds, relevance from 0 up; in file order."""

    row: Ints
    video: Ints
    start_s: Floats
    end_s: Floats
    relevance: Ints

    def chosen(self, mask: Bools) -> Truths:
        """The truths of a mask."""
        return Truths(self.row[mask], self.video[mask], self.start_s[mask], self.end_s[mask], self.relevance[mask])


@dataclass(frozen=True, slots=True)
class Predictions:
    """Predicted moments, sorted by query row, best first in each; video −1 where it has no ground truth.

    `rank` counts from 0 within the query.
    """

    row: Ints
    rank: Ints
    video: Ints
    start_s: Floats
    end_s: Floats

    def chosen(self, mask: Bools | slice) -> Predictions:
        """The predictions of a mask or a slice, with the ranks that they had."""
        return Predictions(self.row[mask], self.rank[mask], self.video[mask], self.start_s[mask], self.end_s[mask])


def ranks(row: Ints) -> Ints:
    """Each entry's place within its row, from 0; `row` is sorted."""
    places = np.arange(len(row))
    if not len(row):
        return places
    first = np.r_[True, row[1:] != row[:-1]]
    return places - np.maximum.accumulate(np.where(first, places, 0))


def as_rows(values: NDArray[Any], row: Ints, rank: Ints, shape: tuple[int, ...]) -> NDArray[Any]:
    """Values by query (rows) and rank (columns); zero if there is none, ranks past the width left out."""
    rows = np.zeros(shape, dtype=values.dtype)
    inside = rank < shape[1]
    rows[row[inside], rank[inside]] = values[inside]
    return rows


def ideal_rows(truths: Truths, shape: tuple[int, int]) -> Ints:
    """Each query's relevances, highest first, cut at the width: what a perfect ranking would show."""
    order = np.lexsort((-truths.relevance, truths.row))
    row = truths.row[order]
    return as_rows(truths.relevance[order], row, ranks(row), shape)
