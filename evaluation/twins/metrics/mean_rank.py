"""MeanR: the mean rank."""

from __future__ import annotations

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.items import HARD, ORIGIN
from evaluation.twins.metrics.measure import TwinMeasure, weighted_mean


def mean_rank(ranks: Floats, weights: Floats, _: int) -> Floats:
    """The mean of the ranks."""
    return weighted_mean(ranks, weights)


MEAN_RANK = TwinMeasure(
    "MeanR",
    "The mean rank.",
    (ORIGIN.name, HARD.name),
    mean_rank,
    lambda candidates, _: (candidates + 1) / 2,
    whole=True,
)
