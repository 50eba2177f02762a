"""Means over people of their measures against the truth, with intervals over the units (R11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import scipy

from annotator.statistics.bootstrap import STANDARD, Resampling, Units, estimated, mean_of_defined, ratios
from annotator.statistics.confusion import Unit
from annotator.statistics.estimate import NO_OVERLAP, Estimate, undefined
from annotator.statistics.kappa import Weighting, kappas_of, of_constant_sides
from annotator.statistics.scale import Floats, distances_on, positions_of
from evaluation.scale import SCALE

NO_VARIED_PERSON = "everybody gave the same score every time, and the truth is always that score too"

OfTables = Callable[[Floats], Floats]
"""From tables (the last two axes, the truth's score slow) to the measure of each; nan if it is not defined."""


def mean_kappa_with_truth(
    given: Sequence[Mapping[Unit, int]],
    truth: Mapping[Unit, int],
    weighting: Weighting = Weighting.UNWEIGHTED,
    *,
    scale: range = SCALE.levels,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Mean of the people's kappas with the truth, each person counting the same.

    `given` has one mapping from unit to score per person. A person without a kappa is left out; that of a constant
    person is 0, and if all are constant there is no interval. `n` counts the units with a truth and somebody's score.
    """
    mean = _mean_over_people(given, truth, lambda tables: kappas_of(tables, scale, weighting), scale, resampling)
    return of_constant_sides(mean)


def mean_misalignment(
    given: Sequence[Mapping[Unit, int]],
    truth: Mapping[Unit, int],
    tolerance: int,
    *,
    scale: range = SCALE.levels,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Mean of the people's shares (0 to 1) of units missed by more than the tolerance, each counting the same."""
    missed = np.abs(distances_on(scale)) > tolerance

    def measure(tables: Floats) -> Floats:
        return ratios((tables * missed).sum(axis=(-1, -2)), tables.sum(axis=(-1, -2)))

    return _mean_over_people(given, truth, measure, scale, resampling)


def _mean_over_people(
    given: Sequence[Mapping[Unit, int]],
    truth: Mapping[Unit, int],
    of_tables: OfTables,
    scale: range,
    resampling: Resampling,
) -> Estimate:
    size = len(scale)

    def measure(sums: Floats) -> Floats:
        return mean_of_defined(of_tables(sums.reshape(len(sums), -1, size, size)))

    units = _units_of_people(given, truth, scale)
    if not units.counts.size:
        return undefined(0, NO_OVERLAP)
    return estimated(units, measure, resampling, otherwise=NO_VARIED_PERSON)


def _units_of_people(given: Sequence[Mapping[Unit, int]], truth: Mapping[Unit, int], scale: range) -> Units:
    """Each unit with the tables of all people side by side; the order of the truth is that of the units."""
    places = {unit: place for place, unit in enumerate(truth)}
    met = [(places[unit], person, truth[unit], score) for person, scores in enumerate(given)
           for unit, score in scores.items() if unit in places]  # fmt: skip
    unit = np.array([row[0] for row in met], dtype=np.int64)
    person = np.array([row[1] for row in met], dtype=np.int64)
    cell = positions_of([row[2] for row in met], scale) * len(scale) + positions_of([row[3] for row in met], scale)
    used, rows = np.unique(unit, return_inverse=True)
    cells = len(scale) ** 2
    shape = (len(used), len(given) * cells)
    tables = scipy.sparse.csr_array((np.ones(len(met)), (rows, person * cells + cell)), shape=shape)
    return Units(tables, np.ones(len(used), dtype=np.int64))
