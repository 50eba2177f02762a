"""Judged@K: how much of the top K the labels can speak of."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.metrics.iou import reaches
from evaluation.metrics.meetings import Meetings


def mark_judged(met: Meetings, judged: Bools, *, threshold: float, strict: bool) -> None:
    """Mark in `judged` the predictions whose IoU with any labelled moment, whatever its grade, reaches the threshold.

    A moment that another prediction took still judges: a duplicate is known to be redundant.
    """
    judged[met.prediction[reaches(met.iou, threshold, strict=strict)]] = True


def judged_share(judged: Bools, *, k: int) -> Floats:
    """The judged among the top k of each query, divided by k; a missing prediction is not judged."""
    share: Floats = judged[..., :k].sum(axis=-1) / np.float64(k)
    return share
