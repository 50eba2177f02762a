"""R1,IoU≥θ: whether the first segment is good enough."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.iou import reaches
from evaluation.segments.metrics.measure import SegmentMeasure


def first_recall(best_iou: Floats, *, threshold: float) -> Floats:
    """1 for each question whose first segment has IoU ≥ threshold with any truth, else 0; questions × ranks.

    Source: Lei and others, "QVHighlights", Recall1@θ, with ≥ as in their evaluator.
    """
    return reaches(best_iou[..., 0], threshold, strict=False).astype(np.float64)


FIRST_RECALL = SegmentMeasure(
    "R1",
    "Whether the first segment overlaps a true one enough.",
    ("iou",),
    lambda ranked, k, iou: first_recall(ranked.best_iou, threshold=iou),
    chance=lambda chances, k, iou: chances.means((chances.best_iou >= iou).astype(np.float64)),
)
