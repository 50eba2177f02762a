"""NCxIoU: the best IoU seen so far, as expected by a person who stops at a random rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.measure import Measure
from evaluation.metrics.settings import abandonment_shares


def ncxiou(best_iou: Floats, *, abandonment: Sequence[float]) -> Floats:
    """Σ_i p_i max_{j≤i} r_j of each query, p_i being the share of people who stop after rank i.

    `best_iou` holds r (queries × ranks), at least as wide as the distribution or zero-filled to it. AxIoU@K is
    the case of K equal shares. Source: Togashi and others, "AxIoU", normalised cumulative form.
    Raises EvaluationError if the shares are negative or do not sum to 1.
    """
    shares = abandonment_shares(abandonment)
    return np.maximum.accumulate(best_iou[..., : len(shares)], axis=-1) @ shares


NCXIOU = Measure(
    "NCxIoU",
    "The best IoU seen by a person who stops at a random rank.",
    ("abandonment",),
    lambda ranked, k: ncxiou(ranked.best_iou, abandonment=ranked.settings.abandonment),
    orders_systems=False,
)
