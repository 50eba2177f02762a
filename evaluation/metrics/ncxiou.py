"""NCxIoU: the best IoU seen so far, as expected by a person who stops at a random rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.errors import EvaluationError


def ncxiou(best_iou: Floats, *, abandonment: Sequence[float]) -> Floats:
    """Σ_i p_i max_{j≤i} r_j of each query, p_i being the share of people who stop after rank i.

    `best_iou` holds r (queries × ranks), at least as wide as the distribution or zero-filled to it. AxIoU@K is
    the case of K equal shares. Source: Togashi and others, "AxIoU", normalised cumulative form.
    Raises EvaluationError where the shares are negative or do not sum to 1.
    """
    shares = ncxiou_shares(abandonment)
    expected: Floats = np.maximum.accumulate(best_iou[..., : len(shares)], axis=-1) @ shares
    return expected


def ncxiou_shares(abandonment: Sequence[float]) -> Floats:
    """The distribution as an array; raises EvaluationError where it is none."""
    shares = np.asarray(abandonment, dtype=np.float64)
    if not len(shares) or not (shares >= 0).all() or not abs(float(shares.sum()) - 1) <= 1e-9:
        raise EvaluationError("the abandonment distribution must be shares of at least 0 that sum to 1")
    return shares
