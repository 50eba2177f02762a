"""Noise on the boundaries of labelled moments, as if each had been marked by five people."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from evaluation.metrics.columns import Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.iou import interval_iou

Noise = Literal["exponential", "normal"]
MARKINGS = 5
LARGEST_VARIANCE = 10.0**6  # s²
STEPS = 40


def with_noisy_boundaries(truths: Truths, *, variance: float, noise: Noise, rng: np.random.Generator) -> Truths:
    """The truths with boundaries that five noisy markings agree on; grades, queries and videos stay.

    Each marking has a start drawn from a normal distribution around the start, of `variance` (β², in s²). Its end
    is drawn likewise (`normal`), or lies behind its start by a length drawn from the exponential distribution whose
    mean is the length (`exponential`). The moment gets the median start and the median end; if they cross, it is
    empty. A start may lie before the video's. Source: Togashi and others, "AxIoU" (CVPR 2022), the experiment on
    annotators' boundaries; docs/uncertainty.md says which noise gives its figures.
    """
    shape, spread = (MARKINGS, len(truths.row)), np.sqrt(variance)
    starts = rng.normal(truths.start_s, spread, size=shape)
    if noise == "normal":
        ends = rng.normal(truths.end_s, spread, size=shape)
    else:
        ends = starts + rng.exponential(truths.end_s - truths.start_s, size=shape)
    start_s = np.median(starts, axis=0)
    return replace(truths, start_s=start_s, end_s=np.maximum(start_s, np.median(ends, axis=0)))


def mean_iou(truths: Truths, noisy: Truths) -> float:
    """IoU of each moment with its noisy version, averaged over the moments; NaN if there are none."""
    ious = interval_iou(truths.start_s, truths.end_s, noisy.start_s, noisy.end_s)
    return float(ious.mean()) if len(ious) else float("nan")


def variance_of_iou(truths: Truths, *, wanted: float, noise: Noise, seed: int) -> float:
    """The variance β² (s²) at which moments and their noisy versions have that mean IoU.

    Found by halving on one draw of the noise. Raises EvaluationError if no variance gives it: without noise the
    IoU is 1 for `normal` and about 0.6 for `exponential`, whose lengths vary however small β is.
    """

    def at(variance: float) -> float:
        rng = np.random.default_rng(seed)
        return mean_iou(truths, with_noisy_boundaries(truths, variance=variance, noise=noise, rng=rng))

    low, high = 0.0, LARGEST_VARIANCE
    highest, lowest = at(low), at(high)
    if not lowest <= wanted <= highest:
        raise EvaluationError(
            f"noise-iou: {wanted:g} is out of reach; {noise} noise gives {lowest:.3f} to {highest:.3f} on these moments"
        )
    for _ in range(STEPS):
        middle = np.sqrt(low * high) if low else high / 1024
        low, high = (middle, high) if at(float(middle)) > wanted else (low, middle)
    return float(high)
