"""Judged@K: how much of the top K the labels can speak of."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.metrics.measure import Measure


def judged_share(judged: Bools, *, k: int) -> Floats:
    """The judged among the top k of each query, divided by k; a missing prediction is not judged."""
    return judged[..., :k].sum(axis=-1) / np.float64(k)


JUDGED = Measure(
    "Judged",
    "The share of the top K that the labels cover.",
    ("k", "iou", "strict"),
    lambda ranked, k: judged_share(ranked.judged, k=k),
    orders_systems=False,
)
