"""Cohen's kappa of two sides: unweighted, or weighted by the distance of the scores or its square."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from annotator.statistics.bootstrap import STANDARD, Resampling, estimated, ratios
from annotator.statistics.confusion import ConfusionTable
from annotator.statistics.estimate import Estimate, without_interval
from annotator.statistics.scale import Floats, distances_on

ONE_SCORE = "both sides gave the same single score every time"
CONSTANT_SIDE = "one side gave a single score every time, so kappa is 0 regardless of the other side"

CONSTANT_SIDES = "every kappa is 0 because one of the two sides gave a single score every time"


class Weighting(StrEnum):
    """What a disagreement costs: 1 whatever its distance, its distance, or the distance squared."""

    UNWEIGHTED = "unweighted"
    LINEAR = "linear"
    QUADRATIC = "quadratic"


def cohen_kappa(
    table: ConfusionTable,
    weighting: Weighting = Weighting.UNWEIGHTED,
    *,
    resampling: Resampling = STANDARD,
) -> Estimate:
    """Kappa of a table: Cohen (1960), with weights Cohen (1968), in its form by disagreement.

    None if both sides gave the same single score every time; 0 without an interval where only
    one side is constant, or both are at different scores.
    """

    def measure(sums: Floats) -> Floats:
        return kappas_of(sums.reshape(-1, len(table.scale), len(table.scale)), table.scale, weighting)

    estimate = estimated(table.units(), measure, resampling, otherwise=ONE_SCORE)
    if estimate.value is not None and _has_constant_side(table):
        return without_interval(estimate.value, estimate.n, CONSTANT_SIDE)
    return estimate


def of_constant_sides(mean: Estimate) -> Estimate:
    """A mean of kappas without its interval where it is 0 in every resample: each of them has a constant side."""
    if mean.value == mean.low == mean.high == 0:
        return without_interval(0.0, mean.n, CONSTANT_SIDES)
    return mean


def kappas_of(tables: Floats, scale: range, weighting: Weighting) -> Floats:
    """Kappa of every table (the last two axes), nan if chance leaves no disagreement."""
    costs = costs_of(scale, weighting)
    by_reference, by_given = tables.sum(axis=-1), tables.sum(axis=-2)
    observed = (tables * costs).sum(axis=(-1, -2)) * by_reference.sum(axis=-1)
    expected = ((by_reference @ costs) * by_given).sum(axis=-1)
    return 1.0 - ratios(observed, expected)


def costs_of(scale: range, weighting: Weighting) -> Floats:
    """What each couple of scores costs; 0 for equal ones."""
    distances = np.abs(distances_on(scale))
    if weighting is Weighting.LINEAR:
        return distances
    return distances**2 if weighting is Weighting.QUADRATIC else (distances > 0).astype(np.float64)


def _has_constant_side(table: ConfusionTable) -> bool:
    counts = np.array(table.counts)
    return bool(1 in {np.count_nonzero(counts.sum(axis=0)), np.count_nonzero(counts.sum(axis=1))})
