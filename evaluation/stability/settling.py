"""R3 and R5 on many pairs at once, from how often each score was given (docs/rules.md)."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Ints

UNJUDGED = -1


def settled(counts: Ints, *, tolerance: int) -> Ints:
    """The relevance of each pair, UNJUDGED where its middle scores disagree or there are none.

    `counts` is pairs × levels: how many scores of each level from 0 up the pair has. The two middle scores
    (of an odd number the one in the middle, twice) agree where they differ by at most the tolerance; the relevance is
    their mean, with halves rounded up. On two scores this is R3, on four R5; other numbers arise only in resampling.
    """
    total = counts.sum(axis=1)
    below = np.cumsum(counts, axis=1)
    low = (below < ((total + 1) // 2)[:, None]).sum(axis=1)
    high = (below < (total // 2 + 1)[:, None]).sum(axis=1)
    agreed = (total > 0) & (high - low <= tolerance)
    return np.where(agreed, (low + high + 1) // 2, UNJUDGED)
