"""What a measure tells apart: ties of all systems, R@1,θ as an estimate of AxIoU, and the checkpoint that it picks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.scoring.bootstrap import resampled_means
from evaluation.stability.tau import DECIMALS
from evaluation.studies.known import quantiles
from evaluation.studies.measure_agreement import drawn_means
from evaluation.studies.measured import Measured


def tied_queries(systems: Measured, *, resamples: int, seed: int) -> Floats:
    """The share of queries on which all systems have the same value, with its 95% interval: measures × 3.

    Source: Togashi and others, "AxIoU" (CVPR 2022), Appendix B.
    """
    rounded = np.round(systems.values, DECIMALS)
    tied = (rounded == rounded[:, :, :1]).all(axis=2).astype(np.float64)
    ends = quantiles(resampled_means(tied, resamples=resamples, seed=seed))
    return np.stack([tied.mean(axis=0), *ends], axis=-1)


@dataclass(frozen=True, slots=True)
class Estimate:
    """R@1,θ as an estimate of AxIoU@1 on single queries: its bias and its variance.

    Each is thresholds × systems × 3: the figure with its 95% interval over queries drawn with replacement.
    """

    thresholds: list[float]
    bias: Floats
    variance: Floats


def threshold_estimate(best_iou: Floats, thresholds: list[float], *, resamples: int, seed: int) -> Estimate:
    """How far the hit at a threshold is from the IoU that it stands for.

    `best_iou` is the IoU of each query's first prediction, which is its AxIoU@1: queries × systems. The bias is the
    mean over the queries of hit minus IoU, the variance that of the same difference. R@1,θ is a hit above θ. Averaged
    over θ drawn evenly from 0 to 1, the hit is the IoU. Source: Togashi and others, "AxIoU" (CVPR 2022), Appendix C.
    """
    hits = best_iou[:, None] > np.asarray(thresholds)[None, :, None]
    apart = hits - best_iou[:, None]
    flat = np.stack([apart, apart**2], axis=-1).reshape(len(apart), -1)
    drawn = resampled_means(flat, resamples=resamples, seed=seed).reshape(resamples, *apart.shape[1:], 2)
    bias, square = drawn[..., 0], drawn[..., 1]
    return Estimate(
        thresholds,
        np.stack([apart.mean(axis=0), *quantiles(bias)], axis=-1),
        np.stack([apart.var(axis=0), *quantiles(np.maximum(0.0, square - bias**2))], axis=-1),
    )


@dataclass(frozen=True, slots=True)
class Selection:
    """The checkpoint that each measure picks, and what every measure says of it in z-scores.

    `scores` is picking measure × judging measure × 3, with the 95% interval; NaN for a judging measure that gives all
    checkpoints one value. Such a measure picks none, and its own row is NaN. `kept` is the share of the draws of
    queries in which the measure picks the same one.
    """

    picked: list[int | None]
    scores: Floats
    kept: Floats


def selected_checkpoints(systems: Measured, *, resamples: int, seed: int) -> Selection:
    """What comes of choosing one of a series of systems by each measure.

    The z-score is the picked system's mean less the mean of all, over the standard deviation of all (n). Of equal
    ones the first is picked. The interval keeps the pick and draws the queries. Source: Togashi and others, "AxIoU"
    (CVPR 2022), section 6.6.
    """
    means = np.round(systems.means, DECIMALS)
    picked, ties = means.argmax(axis=1), (means == means[:, :1]).all(axis=1)
    drawn = np.round(drawn_means(systems, resamples=resamples, seed=seed), DECIMALS)
    scores = np.stack([_z(means)[:, picked].T, *quantiles(np.swapaxes(_z(drawn)[:, :, picked], 1, 2))], axis=-1)
    scores[ties] = scores[np.isnan(scores[..., 0])] = np.nan
    kept = np.where(ties, np.nan, (drawn.argmax(axis=2) == picked).mean(axis=0))
    return Selection([None if tie else place for place, tie in zip(picked.tolist(), ties, strict=True)], scores, kept)


def _z(means: Floats) -> Floats:
    """The z-score of each system (the last axis) among all."""
    spread = means.std(axis=-1, keepdims=True)
    away = means - means.mean(axis=-1, keepdims=True)
    return np.divide(away, spread, out=np.full_like(away, np.nan), where=spread > 0)
