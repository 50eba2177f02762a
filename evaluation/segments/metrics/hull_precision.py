"""mAP@5 as in the code of MomentSeeker's authors: only for comparison with figures that were computed with it."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.segments.metrics.chances import Chances
from evaluation.segments.metrics.measure import SegmentMeasure
from evaluation.segments.metrics.settings import HULL_RANKS


def hull_precision(hull_iou: Floats) -> Floats:
    """Σ_{p≤5} (Σ_{j≤p} IoU_j / p) · IoU_p of each question, every IoU with one hull around all truths.

    `hull_iou` is questions × ranks. A system that finds two truths far apart gets next to nothing, a wrong clip between
    them gets more, and the value can exceed 1, because it is not normalised. Source: the evaluation code that Yuan and
    others published with "MomentSeeker".
    """
    within = hull_iou[..., :HULL_RANKS]
    return (np.cumsum(within, axis=-1) / np.arange(1, within.shape[-1] + 1) * within).sum(axis=-1)


def _chance(chances: Chances) -> Floats:
    """At each rank p the mean square, and p − 1 times the mean product of two different clips, over p."""
    total, squares = chances.sums(chances.hull_iou), chances.sums(chances.hull_iou**2)
    size = chances.sizes
    product = np.divide(total**2 - squares, size * (size - 1), out=np.zeros(len(size)), where=size > 1)
    ranks = np.arange(1, HULL_RANKS + 1)
    by_rank = (squares / size)[:, None] / ranks + product[:, None] * (ranks - 1) / ranks
    return np.where(ranks <= size[:, None], by_rank, 0.0).sum(axis=-1)


HULL_PRECISION = SegmentMeasure(
    "mAP@5 (as in the authors' code)",
    "Only for comparison: one hull around all truths, not normalised, can exceed 1.",
    (),
    lambda ranked, k, iou: hull_precision(ranked.hull_iou),
    chance=lambda chances, k, iou: _chance(chances),
    only_for_comparison=True,
)
