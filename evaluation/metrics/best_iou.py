"""Each prediction's largest IoU with a relevant ground truth: the r of R, AP, AxIoU and NCxIoU."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats, Truths
from evaluation.metrics.meetings import Meetings


def raise_best_iou(met: Meetings, truths: Truths, best: Floats, *, min_relevance: int) -> None:
    """Raise `best`, one number a prediction, to the IoU with any truth of at least that relevance."""
    relevant = truths.relevance[met.truth] >= min_relevance
    np.maximum.at(best, met.prediction[relevant], met.iou[relevant])
