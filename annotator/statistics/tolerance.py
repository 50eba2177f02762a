"""The share of units whose two scores lie within the tolerance (R3, R10), and the share of those that do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from annotator.statistics.bootstrap import STANDARD, Resampling, estimated, ratios
from annotator.statistics.confusion import ConfusionTable
from annotator.statistics.estimate import Estimate
from annotator.statistics.scale import Floats, distances_on


def within_tolerance(table: ConfusionTable, tolerance: int, *, resampling: Resampling = STANDARD) -> Estimate:
    """Share (0 to 1) of the units whose scores differ by at most the tolerance; 0 asks for equal ones."""
    return _share_of(table, np.abs(distances_on(table.scale)) <= tolerance, resampling)


def misalignment(table: ConfusionTable, tolerance: int, *, resampling: Resampling = STANDARD) -> Estimate:
    """Share (0 to 1) of the units whose scores differ by more than the tolerance (R11)."""
    return _share_of(table, np.abs(distances_on(table.scale)) > tolerance, resampling)


def _share_of(table: ConfusionTable, counted: NDArray[np.bool_], resampling: Resampling) -> Estimate:
    cells = counted.astype(np.float64).ravel()

    def measure(sums: Floats) -> Floats:
        return ratios(sums @ cells, sums.sum(axis=-1))

    return estimated(table.units(), measure, resampling, otherwise="")
