"""Scores as positions on a scale (R1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


def positions_of(scores: Sequence[int] | Integers, scale: range) -> Integers:
    """Each score's position on the scale, counted from 0.

    Raises ValueError for a score that is no integer, that the scale does not have, or for a scale
    with gaps.
    """
    if scale.step != 1:
        raise ValueError(f"a scale goes up in steps of 1, got {scale}")
    given = np.asarray(scores)
    if not given.size:
        return np.zeros(0, dtype=np.int64)
    if given.ndim != 1 or not np.issubdtype(given.dtype, np.integer):
        raise ValueError("scores are a row of integers")
    wrong = given[(given < scale.start) | (given >= scale.stop)]
    if wrong.size:
        raise ValueError(f"a score is an integer from {scale.start} to {scale.stop - 1}, got {wrong[0]}")
    return given.astype(np.int64) - scale.start


def distances_on(scale: range) -> Floats:
    """The signed distance of every two scores: row less column."""
    scores = np.array(scale, dtype=np.float64)
    return np.asarray(np.subtract.outer(scores, scores))
