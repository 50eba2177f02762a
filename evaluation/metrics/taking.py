"""The matching of NDCG@K,IoU≥μ: predictions take ground truths in rank order, each truth once."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from evaluation.metrics.columns import Bools, Floats, Ints, Predictions, Truths, ranks
from evaluation.metrics.iou import reaches
from evaluation.metrics.meetings import Meetings


def take(
    met: Meetings, predictions: Predictions, truths: Truths, taken: Ints, *, threshold: float, strict: bool
) -> None:
    """Write into `taken` the relevance that each prediction of the meetings takes; 0 if it takes nothing.

    In the order of its query each prediction takes, among the truths of its video that are not taken yet
    and whose IoU reaches the threshold, the one of highest IoU; of equals the more relevant, then the
    first in the file (TVR-Ranking paper, section on the evaluation metric).
    """
    good = reaches(met.iou, threshold, strict=strict)
    if not good.any():
        return
    prediction, truth, turn = _in_turns(met.prediction[good], met.truth[good], met.iou[good], predictions)
    free = np.ones(len(truths.row), dtype=np.bool_)
    bounds = np.r_[0, np.flatnonzero(turn[1:] != turn[:-1]) + 1, len(turn)]
    for begin, end in pairwise(bounds.tolist()):
        _take_turn(prediction[begin:end], truth[begin:end], free, truths.relevance, taken)


def _in_turns(prediction: Ints, truth: Ints, iou: Floats, predictions: Predictions) -> tuple[Ints, Ints, Ints]:
    """The pairs sorted by turn, prediction and falling IoU.

    Only predictions of one query and video compete, so the first of every such group choose at once
    (turn 0), then the second, and so on.
    """
    who, at = np.unique(prediction, return_inverse=True)
    order = np.lexsort((who, predictions.video[who], predictions.row[who]))
    row, video = predictions.row[who][order], predictions.video[who][order]
    group = np.cumsum(np.r_[True, (row[1:] != row[:-1]) | (video[1:] != video[:-1])])
    turn_of = np.empty(len(who), dtype=np.int64)
    turn_of[order] = ranks(group)
    turn = turn_of[at]
    by_turn = np.lexsort((-iou, prediction, turn))
    return prediction[by_turn], truth[by_turn], turn[by_turn]


def _take_turn(prediction: Ints, truth: Ints, free: Bools, relevance: Ints, taken: Ints) -> None:
    open_still = free[truth]
    prediction, truth = prediction[open_still], truth[open_still]
    if not len(prediction):
        return
    best = np.r_[True, prediction[1:] != prediction[:-1]]
    free[truth[best]] = False
    taken[prediction[best]] = relevance[truth[best]]
