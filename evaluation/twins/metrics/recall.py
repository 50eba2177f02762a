"""R@K: the share of items that are found among the first K."""

from __future__ import annotations

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.items import HARD, ORIGIN
from evaluation.twins.metrics.measure import TwinMeasure, weighted_mean


def recall(ranks: Floats, weights: Floats, k: int) -> Floats:
    """The share of ranks up to k; a half rank such as 1.5 is behind 1."""
    return weighted_mean((ranks <= k).astype(float), weights)


RECALL = TwinMeasure(
    "R",
    "The share of items whose rank is at most K.",
    (ORIGIN.name, HARD.name),
    recall,
    lambda candidates, k: min(k / candidates, 1.0),
    at_cutoffs=True,
)
