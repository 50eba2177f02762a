"""One hull around all true segments of a question, which the authors of MomentSeeker compare segments with."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats, Ints
from evaluation.metrics.iou import interval_iou
from evaluation.segments.metrics.questions import Questions


def hull_iou(questions: Questions, row: Ints, start_s: Floats, end_s: Floats) -> Floats:
    """The IoU of each segment with the stretch from the first start to the last end of its question's truths."""
    truths = questions.truths
    first, last = np.full(len(questions.ids), np.inf), np.full(len(questions.ids), -np.inf)
    np.minimum.at(first, truths.row, truths.start_s)
    np.maximum.at(last, truths.row, truths.end_s)
    return interval_iou(start_s, end_s, first[row], last[row])
