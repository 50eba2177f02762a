"""Brings a run's predictions and the ground truths together once, for all measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.best_iou import raise_best_iou
from evaluation.metrics.columns import Bools, Floats, Ints, Predictions, Truths
from evaluation.metrics.judged import mark_judged
from evaluation.metrics.meetings import meetings
from evaluation.metrics.settings import Settings
from evaluation.metrics.taking import take


@dataclass(frozen=True, slots=True)
class Matched:
    """What each prediction is worth: taken relevance and judged by threshold, r, and whether it touches any label."""

    predictions: Predictions
    taken: dict[float, Ints]
    judged: dict[float, Bools]
    best_iou: Floats
    touching: Bools


def match(predictions: Predictions, truths: Truths, settings: Settings) -> Matched:
    """The worth of the predictions that the measures look at."""
    if settings.unjudged != "dropped":
        predictions = predictions.chosen(predictions.rank < settings.width)
    size = len(predictions.row)
    matched = Matched(
        predictions,
        {iou: np.zeros(size, dtype=np.int64) for iou in settings.ious},
        {iou: np.zeros(size, dtype=np.bool_) for iou in settings.ious},
        np.zeros(size),
        np.zeros(size, dtype=np.bool_),
    )
    for met in meetings(predictions, truths):
        raise_best_iou(met, truths, matched.best_iou, min_relevance=settings.min_relevance)
        mark_judged(met, matched.touching, threshold=0.0, strict=True)
        for iou in settings.ious:
            take(met, predictions, truths, matched.taken[iou], threshold=iou, strict=settings.strict)
            mark_judged(met, matched.judged[iou], threshold=iou, strict=settings.strict)
    return matched
