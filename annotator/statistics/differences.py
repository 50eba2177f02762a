"""How far two scores of a unit lie apart: shares within and beyond the tolerance (R3, R10), severity, spread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from annotator.statistics.bootstrap import STANDARD, Resampling, estimated, ratios
from annotator.statistics.confusion import ConfusionTable
from annotator.statistics.estimate import Estimate
from annotator.statistics.scale import Floats, distances_on


def within_tolerance(table: ConfusionTable, tolerance: int, *, resampling: Resampling = STANDARD) -> Estimate:
    """Share (0 to 1) of the units whose scores differ by at most the tolerance; 0 asks for equal ones."""
    within = np.abs(distances_on(table.scale)) <= tolerance
    return _mean_of(table, within.astype(np.float64), resampling)


def misalignment(table: ConfusionTable, tolerance: int, *, resampling: Resampling = STANDARD) -> Estimate:
    """Share (0 to 1) of the units whose scores differ by more than the tolerance (R11)."""
    beyond = np.abs(distances_on(table.scale)) > tolerance
    return _mean_of(table, beyond.astype(np.float64), resampling)


def mean_signed_difference(table: ConfusionTable, *, resampling: Resampling = STANDARD) -> Estimate:
    """Severity: the mean of given less reference, in points of the scale; below 0 severe, above 0 lenient."""
    return _mean_of(table, -distances_on(table.scale), resampling)


def mean_difference(counts: Sequence[int]) -> float | None:
    """Mean |difference| of the scores of every two raters (Gini's mean difference), in points of the scale.

    `counts` says how many raters gave each score, from the scale's lowest up. None with fewer than two raters.
    """
    raters = sum(counts)
    if raters < 2:
        return None
    apart = sum(
        low * high * (place - below) for place, high in enumerate(counts) for below, low in enumerate(counts[:place])
    )
    return apart / (raters * (raters - 1) / 2)


def _mean_of(table: ConfusionTable, values: Floats, resampling: Resampling) -> Estimate:
    """The mean over the units of what their couple of scores is worth."""

    def measure(sums: Floats) -> Floats:
        return ratios(sums @ values.ravel(), sums.sum(axis=-1))

    return estimated(table.units(), measure, resampling, otherwise="")
