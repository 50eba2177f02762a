"""mAP over IoU thresholds, as the evaluator of QVHighlights computes it."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Bools, Floats, Ints
from evaluation.segments.metrics.measure import SegmentMeasure
from evaluation.segments.metrics.ranked import RankedSegments
from evaluation.segments.metrics.settings import AP_IOUS, AP_RANKS


def interpolated_precision(found: Bools, truth_counts: Ints) -> Floats:
    """(1/truths) Σ over the ranks that find a truth of the highest precision at that rank or a later one.

    `found` is questions × ranks, in the order of the file. A prediction that only matches truths that are found
    already counts as wrong, as does any other that finds nothing. Source: Lei and others, "QVHighlights", and the
    standalone evaluator that its authors published, which looks at the first 10 predictions of a question.
    """
    within = found[..., :AP_RANKS]
    precision = np.cumsum(within, axis=-1) / np.arange(1, within.shape[-1] + 1)
    highest_from_here = np.maximum.accumulate(precision[..., ::-1], axis=-1)[..., ::-1]
    return (within * highest_from_here).sum(axis=-1) / np.maximum(truth_counts, 1)


def _at(ranked: RankedSegments, iou: float) -> Floats:
    return interpolated_precision(ranked.found(iou), ranked.truth_counts)


AVERAGE_PRECISION = SegmentMeasure(
    "mAP",
    "The interpolated average precision of the top 10 at one IoU, as in QVHighlights.",
    ("iou",),
    lambda ranked, k, iou: _at(ranked, iou),
    ious=(0.5, 0.75),
)

MEAN_AVERAGE_PRECISION = SegmentMeasure(
    f"mAP,IoU>={AP_IOUS[0]:g}:{AP_IOUS[-1]:g}",
    "The same, averaged over the IoUs 0.5, 0.55, … 0.95.",
    (),
    lambda ranked, k, iou: np.mean([_at(ranked, threshold) for threshold in AP_IOUS], axis=0),
)
