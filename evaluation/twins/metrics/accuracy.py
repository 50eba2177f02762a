"""Accuracy: the share of correct choices between twins."""

from __future__ import annotations

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.items import BINARY
from evaluation.twins.metrics.measure import TwinMeasure, weighted_mean


def accuracy(right: Floats, weights: Floats, _: int) -> Floats:
    """The mean of 1 where a choice is right, ½ where the scores are equal, and 0."""
    return weighted_mean(right, weights)


ACCURACY = TwinMeasure(
    "Accuracy",
    "The share of correct choices; equal scores count ½.",
    (BINARY.name,),
    accuracy,
    lambda candidates, _: 1 / candidates,
)
