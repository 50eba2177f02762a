"""MedR: the median rank."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.items import HARD, ORIGIN
from evaluation.twins.metrics.measure import TwinMeasure


def median_rank(ranks: Floats, weights: Floats, _: int) -> Floats:
    """The median of ranks that each appear as often as their weight says, a whole number.

    It is the middle one, or the mean of the two in the middle.
    """
    order = np.argsort(ranks)
    passed = np.cumsum(weights[:, order], axis=1)
    total = passed[:, -1:]
    low = (passed < np.floor((total + 1) / 2)).sum(axis=1)
    high = (passed < np.floor((total + 2) / 2)).sum(axis=1)
    return (ranks[order[low]] + ranks[order[high]]) / 2


MEDIAN_RANK = TwinMeasure(
    "MedR",
    "The median rank.",
    (ORIGIN.name, HARD.name),
    median_rank,
    lambda candidates, _: (candidates + 1) / 2,
    whole=True,
)
