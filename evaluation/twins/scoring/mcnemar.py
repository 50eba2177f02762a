"""McNemar's exact test: whether two runs are right on the same items equally often."""

from __future__ import annotations

from typing import NamedTuple

from evaluation.metrics.columns import Bools


class McNemar(NamedTuple):
    """Items on which only the first or only the second run is right, and the two-sided p-value."""

    only_first: int
    only_second: int
    p: float


def mcnemar(first: Bools, second: Bools) -> McNemar:
    """The exact test on the items where the runs differ: twice the smaller tail of a fair coin, at most 1.

    Without such items p is 1. Source: McNemar, "Note on the sampling error of the difference between correlated
    proportions or percentages" (1947); the exact form is the binomial sign test.
    """
    only_first, only_second = int((first & ~second).sum()), int((second & ~first).sum())
    differing, fewer = only_first + only_second, min(only_first, only_second)
    tail, term = 0, 1
    for taken in range(fewer + 1):
        tail += term
        term = term * (differing - taken) // (taken + 1)
    return McNemar(only_first, only_second, min(1.0, 2 * tail / 2**differing))
