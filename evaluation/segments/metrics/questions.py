"""Questions on long videos with their true segments, their pools of clips, and what a run ranks for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Bools, Floats, Ints, Predictions, Truths

COVERED_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Pool:
    """The clips that may be ranked for each question, sorted by its row.

    `covers` marks clips that contain at least half of a true segment without being it (M6).
    """

    row: Ints
    start_s: Floats
    end_s: Floats
    is_truth: Bools
    covers: Bools


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions by row; each has one video, so that every `video` of the truths is 0 and every relevance 1.

    A question has a pool or, in its place, the duration of its video.
    """

    ids: list[str]
    tasks: list[str]
    truths: Truths
    pool: Pool | None = None
    duration_s: Floats | None = None

    @property
    def truth_counts(self) -> Ints:
        """How many true segments each question has."""
        return np.bincount(self.truths.row, minlength=len(self.ids))


@dataclass(frozen=True, slots=True)
class Rankings:
    """What a run ranks, sorted by question, best first; `clip` is the place in the pool of a run that ranks clips."""

    predictions: Predictions
    clip: Ints | None = None


def true_segments(row: Ints, start_s: Floats, end_s: Floats) -> Truths:
    """True segments as ground truths of one grade in one video."""
    return Truths(row, np.zeros_like(row), start_s, end_s, np.ones_like(row))


def pool_of(row: Ints, start_s: Floats, end_s: Floats, is_truth: Bools, truths: Truths) -> Pool:
    """The pool of clips sorted by question; says which of them cover a true segment."""
    order = np.argsort(truths.row, kind="stable")
    first, last = (np.searchsorted(truths.row[order], row, side=side) for side in ("left", "right"))
    clip = np.repeat(np.arange(len(row)), last - first)
    within = np.arange(len(clip)) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
    truth = order[np.repeat(first, last - first) + within]
    shared = np.minimum(end_s[clip], truths.end_s[truth]) - np.maximum(start_s[clip], truths.start_s[truth])
    enough = (shared > 0) & (shared >= COVERED_SHARE * (truths.end_s - truths.start_s)[truth])
    covers = np.zeros(len(row), dtype=np.bool_)
    covers[clip[enough]] = True
    return Pool(row, start_s, end_s, is_truth, covers & ~is_truth)
