"""Every measure of segments, in the order of reports: commands, docs and tests take them from here."""

from __future__ import annotations

from evaluation.segments.metrics.average_precision import AVERAGE_PRECISION, MEAN_AVERAGE_PRECISION
from evaluation.segments.metrics.axiou import SEGMENT_AXIOU
from evaluation.segments.metrics.clip_recall import CLIP_RECALL
from evaluation.segments.metrics.first_recall import FIRST_RECALL
from evaluation.segments.metrics.hull_precision import HULL_PRECISION
from evaluation.segments.metrics.mean_iou import MEAN_IOU
from evaluation.segments.metrics.segment_recall import SEGMENT_RECALL

SEGMENT_MEASURES = {
    measure.name: measure
    for measure in (
        CLIP_RECALL,
        FIRST_RECALL,
        MEAN_IOU,
        AVERAGE_PRECISION,
        MEAN_AVERAGE_PRECISION,
        SEGMENT_RECALL,
        SEGMENT_AXIOU,
        HULL_PRECISION,
    )
}
