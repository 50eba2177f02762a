"""NDCG@K,IoU≥μ: graded relevance, discounted by rank, against the best possible order."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Bools, Floats, Ints
from evaluation.metrics.measure import Measure
from evaluation.metrics.ranked import Ranked
from evaluation.metrics.settings import Gain
from evaluation.scale import SCALE

Gains = Gain | tuple[float, ...]


def _gained(relevance: Ints, gain: Gains) -> Floats:
    if isinstance(gain, tuple):
        return np.asarray(gain, dtype=np.float64)[relevance]
    return np.exp2(relevance) - 1 if gain == "exp" else relevance.astype(np.float64)


def _dcg(relevance: Ints, gain: Gains) -> Floats:
    """Σ gain / log2(rank + 1) over the last axis, ranks from 1."""
    gains = _gained(relevance, gain)
    discounts = np.log2(np.arange(2, relevance.shape[-1] + 2))
    return (gains / discounts).sum(axis=-1)


def _ratio(found: Floats, possible: Floats) -> Floats:
    return np.divide(found, possible, out=np.zeros_like(found), where=possible > 0)


def ndcg(taken: Ints, ideal: Ints, *, k: int, gain: Gains = "exp") -> Floats:
    """NDCG at k of each query, 0 to 1.

    `taken` holds the relevance that each prediction took (queries × ranks, 0 for none), `ideal` each query's
    relevances, highest first; both at least k wide or zero-filled. A query whose ideal is 0 scores 0.
    Source: Liang and others, "TVR-Ranking", the section that develops NDCG@K,IoU≥μ; gain 2^rel − 1, or the
    relevance itself with `linear`, or a gain for each level from 0 up.
    """
    return _ratio(_dcg(taken[..., :k], gain), _dcg(ideal[..., :k], gain))


def ndcg_at_most(
    taken: Ints, ideal: Ints, unjudged: Bools, *, k: int, gain: Gains = "exp", highest: int = SCALE.highest
) -> Floats:
    """What NDCG could reach at most, were the unjudged predictions of the top k judged.

    Each counts as taking a moment of the `highest` grade while the ideal stays: more labels only raise the ideal. Cut
    at 1. A query without relevant truths has 1 if anything in its top k is unjudged.
    """
    hoped = np.where(unjudged[..., :k], highest, taken[..., :k])
    found, possible = _dcg(hoped, gain), _dcg(ideal[..., :k], gain)
    return np.where(possible > 0, np.minimum(1.0, _ratio(found, possible)), found > 0)


def ndcg_at_least(
    taken: Ints, ideal: Ints, unjudged: Bools, *, k: int, gain: Gains = "exp", highest: int = SCALE.highest
) -> Floats:
    """What NDCG could sink to, were the unjudged predictions of the top k judged.

    None of them takes anything, and the ideal grows by as many moments of the `highest` grade as they are.
    """
    added = unjudged[..., :k].sum(axis=-1)[..., None]
    place = np.arange(k)
    kept = np.take_along_axis(ideal[..., :k], np.maximum(place - added, 0), axis=-1)
    return _ratio(_dcg(taken[..., :k], gain), _dcg(np.where(place < added, highest, kept), gain))


def _compute(ranked: Ranked, k: int) -> Floats:
    gain: Gains = ranked.settings.gains or ranked.settings.gain
    highest = ranked.settings.scale.highest
    if ranked.settings.unjudged == "upper":
        return ndcg_at_most(ranked.taken, ranked.ideal, ranked.unjudged, k=k, gain=gain, highest=highest)
    if ranked.settings.unjudged == "lower":
        return ndcg_at_least(ranked.taken, ranked.ideal, ranked.unjudged, k=k, gain=gain, highest=highest)
    return ndcg(ranked.taken, ranked.ideal, k=k, gain=gain)


NDCG = Measure(
    "NDCG",
    "The graded relevance of the top K, discounted by rank, against the best possible order.",
    ("k", "iou", "strict", "gain"),
    _compute,
)
