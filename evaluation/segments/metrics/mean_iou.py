"""mIoU: how well the first segment fits the closest truth."""

from __future__ import annotations

from evaluation.metrics.columns import Floats
from evaluation.segments.metrics.measure import SegmentMeasure


def first_iou(best_iou: Floats) -> Floats:
    """The largest IoU of each question's first segment with any truth; questions × ranks."""
    return best_iou[..., 0]


MEAN_IOU = SegmentMeasure(
    "mIoU",
    "The IoU of the first segment with the closest true one.",
    (),
    lambda ranked, k, iou: first_iou(ranked.best_iou),
    chance=lambda chances, k, iou: chances.means(chances.best_iou),
)
