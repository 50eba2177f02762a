"""AP@K,θ: the mean over the top K of the precision at each rank."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.measure import Measure


def average_precision(best_iou: Floats, *, k: int, threshold: float) -> Floats:
    """(1/k) Σ_i (1/i) Σ_{j≤i} 1{r_j > threshold} of each query.

    `best_iou` holds r (queries × ranks), at least k wide or zero-filled to it: a missing prediction is a
    miss. Source: Togashi and others, "AxIoU", the section on other measures. This is not the AP of
    TREC, which averages at the relevant ranks only.
    """
    hits = np.cumsum(best_iou[..., :k] > threshold, axis=-1)
    return (hits / np.arange(1, hits.shape[-1] + 1)).sum(axis=-1) / k


AP = Measure(
    "AP",
    "The mean over the top K of the share of hits up to each rank.",
    ("k", "iou"),
    lambda ranked, k: average_precision(ranked.best_iou, k=k, threshold=ranked.iou),
)
