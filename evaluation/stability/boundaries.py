"""Noise on the boundaries of labelled moments, as if each had been marked by five people."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evaluation.metrics.columns import Truths

DRAWS = 5


def with_noisy_boundaries(truths: Truths, *, variance: float, rng: np.random.Generator) -> Truths:
    """The truths with boundaries that five noisy markings agree on; grades, queries and videos stay.

    Each marking has a start drawn from a normal distribution around the start, of `variance` (β², in s²), and a
    length drawn from the exponential distribution whose mean is the length. The moment gets the median start, at
    least 0, and the median length. A moment without length keeps none. After the experiment on annotators'
    boundaries of Togashi and others, "AxIoU" (CVPR 2022); docs/uncertainty.md says how far.
    """
    shape = (DRAWS, len(truths.row))
    starts = rng.normal(truths.start_s, np.sqrt(variance), size=shape)
    lengths = rng.exponential(truths.end_s - truths.start_s, size=shape)
    start_s = np.maximum(0.0, np.median(starts, axis=0))
    return replace(truths, start_s=start_s, end_s=start_s + np.median(lengths, axis=0))
