"""Scores of many raters on many units, not everybody on all of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from annotator.statistics.scale import Integers, positions_of
from evaluation.scale import SCALE

Rater = TypeVar("Rater", int, str)


@dataclass(frozen=True, slots=True, eq=False)
class Ratings(Generic[Rater]):
    """One entry a rating in `unit`, `rater` and `position`, sorted by unit, then rater.

    `unit` and `rater` are numbers from 0 up, `rater` indexing `raters`; `position` counts from the
    scale's lowest score. `repeats` tells how many further scores of a rater on a unit were left out.
    """

    raters: tuple[Rater, ...]
    scale: range
    unit: Integers
    rater: Integers
    position: Integers
    repeats: int


def ratings_of(rows: Iterable[tuple[Hashable, Rater, int]], *, scale: range = SCALE.levels) -> Ratings[Rater]:
    """The ratings in rows of unit, rater and score; a gap is a row that is not there.

    Of a rater's several scores on a unit the first row counts: a person's own repeat is no second
    opinion. Raises ValueError for a score that is not on the scale.
    """
    scores: dict[tuple[Hashable, Rater], int] = {}
    seen = 0
    for unit, rater, score in rows:
        scores.setdefault((unit, rater), score)
        seen += 1
    raters = tuple(sorted({rater for _, rater in scores}))
    units = _numbered(unit for unit, _ in scores)
    places = {rater: place for place, rater in enumerate(raters)}
    people = np.fromiter((places[rater] for _, rater in scores), dtype=np.int64, count=len(scores))
    positions = positions_of(list(scores.values()), scale)
    order = np.lexsort((people, units))
    return Ratings(raters, scale, units[order], people[order], positions[order], seen - len(scores))


def _numbered(units: Iterable[Hashable]) -> Integers:
    """Each unit's number, in the order in which units first come."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(unit, len(numbers)) for unit in units], dtype=np.int64)


def kinds_of(ratings: Ratings[Rater]) -> tuple[Ratings[Rater], Integers]:
    """The ratings with one unit of each kind, numbered by kind, and how many units are of each.

    Units are of a kind when the same raters gave them the same scores.
    """
    _, sizes = np.unique(ratings.unit, return_counts=True)
    if not len(sizes):
        return ratings, np.zeros(0, dtype=np.int64)
    filled = np.arange(sizes.max()) < sizes[:, np.newaxis]
    grid = np.full(filled.shape, -1, dtype=np.int64)
    grid[filled] = ratings.rater * len(ratings.scale) + ratings.position
    kinds, counts = np.unique(grid, axis=0, return_counts=True)
    kept = kinds >= 0
    unit, codes = np.nonzero(kept)[0], kinds[kept]
    rater, position = np.divmod(codes, len(ratings.scale))
    return Ratings(ratings.raters, ratings.scale, unit, rater, position, ratings.repeats), counts
