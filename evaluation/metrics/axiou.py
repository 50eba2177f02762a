"""AxIoU@K: the mean over the top K of the best IoU seen so far."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.measure import Measure


def axiou(best_iou: Floats, *, k: int) -> Floats:
    """(1/k) Σ_i max_{j≤i} r_j of each query.

    `best_iou` holds r (queries × ranks), at least k wide or zero-filled to it: after the last prediction the
    best so far stays. Source: Togashi and others, "AxIoU", the definition of Average Max IoU.
    """
    return np.maximum.accumulate(best_iou[..., :k], axis=-1).sum(axis=-1) / k


AXIOU = Measure(
    "AxIoU",
    "The mean over the top K of the best IoU up to each rank.",
    ("k",),
    lambda ranked, k: axiou(ranked.best_iou, k=k),
)
