"""Scores a run: every measure for every labelled query, and the means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.average_precision import average_precision
from evaluation.metrics.axiou import axiou
from evaluation.metrics.columns import Bools, Floats, Ints, Predictions, Truths, as_rows, ideal_rows, ranks
from evaluation.metrics.judged import judged_share
from evaluation.metrics.matching import Matched, match
from evaluation.metrics.ncxiou import ncxiou
from evaluation.metrics.ndcg import ndcg, ndcg_at_least, ndcg_at_most
from evaluation.metrics.recall import recall
from evaluation.metrics.settings import Settings

Measured = Iterator[tuple[str, Floats]]


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures by name, and their values: queries (in the labels' order) × measures."""

    names: list[str]
    values: Floats

    def means(self) -> dict[str, float]:
        """Each measure averaged over all labelled queries."""
        return dict(zip(self.names, self.values.mean(axis=0).tolist(), strict=True))


def score_predictions(predictions: Predictions, truths: Truths, queries: int, settings: Settings) -> Scores:
    """Every measure of docs/measures.md for each of the `queries` labelled queries."""
    matched = match(predictions, truths, settings)
    shape = (queries, settings.width)
    ideal = ideal_rows(truths, shape)
    measured = dict(_by_threshold(matched, ideal, settings))
    measured |= dict(_by_overlap(matched, shape, settings))
    order = sorted(measured, key=lambda name: _FAMILIES.index(name.split("@")[0].split(",")[0]))
    return Scores(order, np.stack([measured[name] for name in order], axis=1))


_FAMILIES = ("NDCG", "R", "AP", "AxIoU", "NCxIoU", "Judged")


def _by_threshold(matched: Matched, ideal: Ints, settings: Settings) -> Measured:
    shape = (ideal.shape[0], ideal.shape[1])
    for iou in settings.ious:
        judged = matched.judged[iou]
        taken = _rows(matched, matched.taken[iou], judged, shape, settings)
        best = _rows(matched, _hoped(matched.best_iou, judged, settings), judged, shape, settings)
        known = as_rows(judged, matched.predictions.row, matched.predictions.rank, shape)
        unjudged = as_rows(~judged, matched.predictions.row, matched.predictions.rank, shape)
        for k in settings.ks:
            at_least, above = f"@{k},IoU{settings.sign}{iou:g}", f"@{k},IoU>{iou:g}"
            yield f"NDCG{at_least}", _ndcg(taken, ideal, unjudged, k, settings)
            yield f"R{above}", recall(best, k=k, threshold=iou)
            yield f"AP{above}", average_precision(best, k=k, threshold=iou)
            yield f"Judged{at_least}", judged_share(known, k=k)


def _by_overlap(matched: Matched, shape: tuple[int, int], settings: Settings) -> Measured:
    hoped = _hoped(matched.best_iou, matched.touching, settings)
    best = _rows(matched, hoped, matched.touching, shape, settings)
    for k in settings.ks:
        yield f"AxIoU@{k}", axiou(best, k=k)
    if settings.abandonment:
        yield "NCxIoU", ncxiou(best, abandonment=settings.abandonment)


def _ndcg(taken: Ints, ideal: Ints, unjudged: Bools, k: int, settings: Settings) -> Floats:
    if settings.unjudged == "upper":
        return ndcg_at_most(taken, ideal, unjudged, k=k, gain=settings.gain)
    if settings.unjudged == "lower":
        return ndcg_at_least(taken, ideal, unjudged, k=k, gain=settings.gain)
    return ndcg(taken, ideal, k=k, gain=settings.gain)


def _hoped(best_iou: Floats, judged: Bools, settings: Settings) -> Floats:
    """The r of each prediction; 1 for the unjudged where the upper bound is asked for."""
    return np.where(judged, best_iou, 1.0) if settings.unjudged == "upper" else best_iou


def _rows(
    matched: Matched, values: NDArray[Any], judged: Bools, shape: tuple[int, int], settings: Settings
) -> NDArray[Any]:
    """The values by query and rank; with `dropped`, the judged ones alone, moved up."""
    row, rank = matched.predictions.row, matched.predictions.rank
    if settings.unjudged == "dropped":
        values, row = values[judged], row[judged]
        rank = ranks(row)
    return as_rows(values, row, rank, shape)
