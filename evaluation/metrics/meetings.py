"""Which predictions meet which ground truths: the pairs of one query and one video, with their IoU."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Ints, Predictions, Truths
from evaluation.metrics.iou import interval_iou

PAIRS_AT_ONCE = 2_000_000


@dataclass(frozen=True, slots=True)
class Meetings:
    """Pairs by position in predictions and truths.

    Sorted by prediction; a prediction's truths are ordered by relevance, highest first, then in file order,
    which is the order in which ties of IoU are broken.
    """

    prediction: Ints
    truth: Ints
    iou: Floats


@dataclass(frozen=True, slots=True)
class _Index:
    """Truths sorted by query and video, and where each prediction's begin and how many they are."""

    order: Ints
    begin: Ints
    count: Ints


def meetings(predictions: Predictions, truths: Truths, *, at_once: int = PAIRS_AT_ONCE) -> Iterator[Meetings]:
    """The pairs of every query, in blocks of whole queries, so that memory stays bounded.

    A block holds at most about `at_once` pairs, or one query where that has more.
    """
    index = _indexed(predictions, truths)
    for begin, end in _blocks(predictions.row, index.count, at_once):
        yield _meet(predictions, truths, index, begin, end)


def _indexed(predictions: Predictions, truths: Truths) -> _Index:
    videos = int(max(truths.video.max(initial=0), predictions.video.max(initial=0))) + 1
    keys = truths.row * videos + truths.video
    order = np.lexsort((-truths.relevance, keys))
    wanted = np.where(predictions.video < 0, -1, predictions.row * videos + predictions.video)
    begin = np.searchsorted(keys[order], wanted, side="left")
    return _Index(order, begin, np.searchsorted(keys[order], wanted, side="right") - begin)


def _blocks(row: Ints, count: Ints, at_once: int) -> Iterator[tuple[int, int]]:
    """Stretches of predictions that hold whole queries and about `at_once` pairs."""
    bounds = np.r_[0, np.flatnonzero(row[1:] != row[:-1]) + 1, len(row)] if len(row) else np.array([0])
    pairs_before = np.r_[0, np.cumsum(count)][bounds]
    at = 0
    while at < len(bounds) - 1:
        last = int(np.searchsorted(pairs_before, pairs_before[at] + at_once, side="right")) - 1
        last = max(at + 1, last)
        yield int(bounds[at]), int(bounds[last])
        at = last


def _meet(predictions: Predictions, truths: Truths, index: _Index, begin: int, end: int) -> Meetings:
    count = index.count[begin:end]
    prediction = np.repeat(np.arange(begin, end), count)
    within = np.arange(len(prediction)) - np.repeat(np.cumsum(count) - count, count)
    truth = index.order[np.repeat(index.begin[begin:end], count) + within]
    iou = interval_iou(
        predictions.start_s[prediction], predictions.end_s[prediction], truths.start_s[truth], truths.end_s[truth]
    )
    return Meetings(prediction, truth, iou)
