"""Found@K,IoU≥θ: how many of the true segments the top K finds."""

from __future__ import annotations

from evaluation.segments.metrics.measure import SegmentMeasure
from evaluation.segments.metrics.ranked import recall_of

SEGMENT_RECALL = SegmentMeasure(
    "Found",
    "The share of the true segments that the top K finds, each with a different segment.",
    ("k", "iou"),
    lambda ranked, k, iou: recall_of(ranked.found(iou)[..., :k], ranked.truth_counts),
)
