"""R@K,θ: whether anything in the top K is good enough."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.measure import Measure


def recall(best_iou: Floats, *, k: int, threshold: float) -> Floats:
    """1 for each query with a prediction in the top k whose IoU is above the threshold, else 0.

    `best_iou` holds r (queries × ranks, 0 for none). Source: Togashi and others, "AxIoU", the definition
    of R@K,θ in the introduction; the comparison is strict there.
    """
    return np.asarray((best_iou[..., :k] > threshold).any(axis=-1), dtype=np.float64)


RECALL = Measure(
    "R",
    "Whether the top K contains a hit.",
    ("k", "iou"),
    lambda ranked, k: recall(ranked.best_iou, k=k, threshold=ranked.iou),
)
