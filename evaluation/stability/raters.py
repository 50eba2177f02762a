"""The bootstrap over raters: labels settled again from raters drawn with replacement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from evaluation.metrics.columns import Ints
from evaluation.reading.raw_scores import RawScores
from evaluation.stability.settling import settled

Undrawn = Literal["keep", "drop"]


def drawn_relevances(
    raw: RawScores, standing: Ints, *, tolerance: int, undrawn: Undrawn, resamples: int, seed: int
) -> Iterator[Ints]:
    """The relevance of each pair of `raw` under each of the draws, UNJUDGED where the scores drawn disagree.

    As many raters as there are are drawn with replacement; each score of a pair counts as often as its rater was
    drawn, and `settled` rules on what is there. A pair of which no rater was drawn keeps its `standing` relevance,
    or is unjudged with `drop`. A rater's scores come and go together: that is the dependence that a
    bootstrap over scores would miss.
    """
    rng = np.random.default_rng(seed)
    pairs, raters = len(standing), len(raw.raters)
    for _ in range(resamples):
        times = np.bincount(rng.integers(raters, size=raters), minlength=raters)
        relevance = settled(score_counts(raw, times, pairs), tolerance=tolerance)
        if undrawn == "keep":
            present = np.bincount(raw.pair, weights=times[raw.rater], minlength=pairs) > 0
            relevance = np.where(present, relevance, standing)
        yield relevance


def score_counts(raw: RawScores, times: Ints, pairs: int) -> Ints:
    """How often each score was given to each pair, every rater's scores counted `times`: pairs × levels."""
    levels = raw.scale.count
    cell = raw.pair * levels + raw.score
    counts = np.bincount(cell, weights=times[raw.rater], minlength=pairs * levels)
    return counts.reshape(pairs, levels).astype(np.int64)
