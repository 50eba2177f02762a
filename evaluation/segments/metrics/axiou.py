"""AxIoU@K with several truths: the measure of ranked moments, each rank with the truth that is closest to it."""

from __future__ import annotations

from evaluation.metrics.axiou import AXIOU, axiou
from evaluation.segments.metrics.measure import SegmentMeasure

SEGMENT_AXIOU = SegmentMeasure(
    AXIOU.name,
    AXIOU.sentence,
    ("k",),
    lambda ranked, k, iou: axiou(ranked.best_iou, k=k),
    chance=lambda chances, k, iou: chances.mean_best_up_to(k),
)
