"""R@K of clips: whether the top K of the pool holds one of the truths."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.segments.metrics.chances import Chances, hit_within
from evaluation.segments.metrics.measure import SegmentMeasure


def clip_recall(is_truth: Bools, *, k: int) -> Floats:
    """1 for each question with a true clip in the top k, else 0; `is_truth` is questions × ranks.

    Source: Yuan and others, "MomentSeeker", the section on evaluation: a hit is the exact clip, not an overlap.
    """
    return np.asarray(is_truth[..., :k].any(axis=-1), dtype=np.float64)


def _chance(chances: Chances, k: int) -> Floats:
    counted, truths = (chances.sums(mask.astype(np.float64)) for mask in (chances.counted, chances.pool.is_truth))
    return hit_within(counted.astype(np.int64), truths.astype(np.int64), k)


CLIP_RECALL = SegmentMeasure(
    "R",
    "Whether the top K clips contain a true clip, by identity.",
    ("k",),
    lambda ranked, k, iou: clip_recall(ranked.is_truth, k=k),
    chance=lambda chances, k, iou: _chance(chances, k),
    needs_clips=True,
)
