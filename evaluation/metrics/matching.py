"""Brings a run's predictions and the ground truths together once, for all measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Bools, Floats, Ints, Predictions, Truths
from evaluation.metrics.iou import reaches
from evaluation.metrics.meetings import meetings
from evaluation.metrics.settings import Settings
from evaluation.metrics.taking import take

ANY_OVERLAP = 0.0


@dataclass(frozen=True, slots=True)
class Matched:
    """What each prediction is worth: by threshold the relevance taken and whether it is judged, and r.

    r is its largest IoU with a relevant ground truth. It is judged where its IoU with any labelled moment, whatever
    its grade, reaches the threshold; at ANY_OVERLAP, where it is above 0. A moment that another prediction took still
    judges: a duplicate is known to be redundant.
    """

    predictions: Predictions
    taken: dict[float, Ints]
    judged: dict[float, Bools]
    best_iou: Floats


def match(predictions: Predictions, truths: Truths, settings: Settings) -> Matched:
    """The worth of the predictions that the measures look at."""
    if settings.unjudged != "dropped":
        predictions = predictions.chosen(predictions.rank < settings.width)
    size = len(predictions.row)
    matched = Matched(
        predictions,
        {iou: np.zeros(size, dtype=np.int64) for iou in settings.ious},
        {iou: np.zeros(size, dtype=np.bool_) for iou in (ANY_OVERLAP, *settings.ious)},
        np.zeros(size),
    )
    for met in meetings(predictions, truths):
        relevant = truths.relevance[met.truth] >= settings.min_relevance
        np.maximum.at(matched.best_iou, met.prediction[relevant], met.iou[relevant])
        for iou, judged in matched.judged.items():
            judged[met.prediction[reaches(met.iou, iou, strict=settings.strict or iou == ANY_OVERLAP)]] = True
        for iou, taken in matched.taken.items():
            take(met, predictions, truths, taken, threshold=iou, strict=settings.strict)
    return matched
