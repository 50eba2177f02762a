"""Every two raters against each other, and the mean of their kappas (R11)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy  # its `sparse` takes a quarter of a second, and is loaded where it is first used

from annotator.statistics.bootstrap import STANDARD, Resampling, Units, estimated, mean_of_defined
from annotator.statistics.confusion import ConfusionTable, table_from
from annotator.statistics.estimate import Estimate, undefined
from annotator.statistics.kappa import Weighting, kappas_of, of_constant_sides
from annotator.statistics.ratings import Rater, Ratings, kinds_of
from annotator.statistics.scale import Floats, Integers

LEAST_SHARED = 2
NO_VARIED_COUPLE = "all raters gave the same single score every time"


@dataclass(frozen=True, slots=True, eq=False)
class RaterMeetings:
    """One entry for every two raters on a unit: the unit, the couple's number, and the cell of its table."""

    unit: Integers
    couple: Integers
    cell: Integers


def pairwise_tables(ratings: Ratings[Rater]) -> dict[tuple[Rater, Rater], ConfusionTable]:
    """The table of every two raters who share a unit; the one who sorts first is the reference."""
    met = _meetings(ratings)
    cells = len(ratings.scale) ** 2
    couples, places = np.unique(met.couple, return_inverse=True)
    counts = np.bincount(places * cells + met.cell, minlength=len(couples) * cells).reshape(-1, cells)
    tables = (table_from(row, ratings.scale) for row in counts)
    both = (divmod(couple, len(ratings.raters)) for couple in couples.tolist())
    names = ((ratings.raters[first], ratings.raters[second]) for first, second in both)
    return dict(zip(names, tables, strict=True))


def mean_pairwise_kappa(
    ratings: Ratings[Rater],
    weighting: Weighting = Weighting.UNWEIGHTED,
    *,
    least_shared: int = LEAST_SHARED,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Mean of the kappas of every two raters who share `least_shared` units or more (never fewer than two).

    Each couple weighs the same, one without a kappa is left out. `n` counts the units that such couples share.
    """
    size = len(ratings.scale)

    def measure(sums: Floats) -> Floats:
        return mean_of_defined(kappas_of(sums.reshape(len(sums), -1, size, size), ratings.scale, weighting))

    least = max(least_shared, LEAST_SHARED)
    units = _units_of_couples(ratings, least)
    if not units.counts.size:
        return undefined(0, f"no two raters have {least} units in common")
    return of_constant_sides(estimated(units, measure, resampling, otherwise=NO_VARIED_COUPLE))


def _units_of_couples(ratings: Ratings[Rater], least_shared: int) -> Units:
    """The units by kind, with the tables of all couples that share enough of them side by side."""
    kinds, counts = kinds_of(ratings)
    met = _meetings(kinds)
    couples, places = np.unique(met.couple, return_inverse=True)
    shared = np.bincount(places, weights=counts[met.unit], minlength=len(couples))
    kept = shared >= least_shared
    renumbered = np.cumsum(kept) - 1
    used = kept[places]
    units, rows = np.unique(met.unit[used], return_inverse=True)
    cells = len(ratings.scale) ** 2
    columns = renumbered[places[used]] * cells + met.cell[used]
    shape = (len(units), int(kept.sum()) * cells)
    return Units(scipy.sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape), counts[units])


def _meetings(ratings: Ratings[Rater]) -> RaterMeetings:
    """All meetings: ratings are sorted by unit, so that partners are a few steps apart."""
    most: int = np.bincount(ratings.unit).max(initial=0)
    nothing = np.zeros(0, dtype=np.int64)
    steps = [(nothing, nothing, nothing), *(_meetings_at(ratings, step) for step in range(1, most))]
    unit, couple, cell = (np.concatenate(parts) for parts in zip(*steps, strict=True))
    return RaterMeetings(unit, couple, cell)


def _meetings_at(ratings: Ratings[Rater], step: int) -> tuple[Integers, Integers, Integers]:
    """The unit, couple and cell of the ratings that are `step` apart on one unit."""
    first = np.flatnonzero(ratings.unit[:-step] == ratings.unit[step:])
    second = first + step
    couple = ratings.rater[first] * len(ratings.raters) + ratings.rater[second]
    cell = ratings.position[first] * len(ratings.scale) + ratings.position[second]
    return ratings.unit[first], couple, cell
