"""How far a rule on depth agrees with the leads' decisions, with intervals over queries drawn with replacement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES, resampled_counts
from evaluation.studies.known import mean_known, quantiles

Ends = list[float | None]
EVEN = 0.5


class DrawsError(ValueError):
    """A number of draws, of folds or a seed that cannot be used; the message names it first."""


@dataclass(frozen=True, slots=True)
class Draws:
    """How often the queries are drawn for an interval, and the seed; raises DrawsError if one is out of its range."""

    resamples: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.resamples <= HIGHEST_RESAMPLES:
            raise DrawsError(f"resamples: expected an integer 2 to {HIGHEST_RESAMPLES:,}, got {self.resamples}")
        if not 0 <= self.seed < 2**32:
            raise DrawsError(f"seed: expected an integer 0 to {2**32 - 1:,}, got {self.seed}")


@dataclass(frozen=True, slots=True)
class Held:
    """A rule on the queries for which it has a value.

    `agreement` is the share of queries on which rule and lead are equal. `auc` is the chance that an extended query
    has the higher value of two, one of which was closed; equal values count half. It is None if all queries were
    decided alike. `agreement` is None without a query.
    """

    queries: int
    agreement: float | None
    agreement_interval: Ends
    auc: float | None
    auc_interval: Ends

    def figures(self) -> dict[str, Any]:
        """The shares with their intervals, by name."""
        names = ("agreement", "agreement_interval", "auc", "auc_interval")
        return {name: getattr(self, name) for name in names}


def held(values: Floats, extended: Bools, threshold: float, draws: Draws) -> Held:
    """The rule that extends from the threshold on; `values` has NaN for a query without a value.

    The threshold stays the same in all draws.
    """
    known = ~np.isnan(values)
    equal = ((values >= threshold) == extended)[known]
    if not len(equal):
        return Held(0, None, [None, None], None, [None, None])
    auc = _Auc(values[known], extended[known])
    shares, aucs = [], []
    for counts in resampled_counts(len(values), resamples=draws.resamples, seed=draws.seed):
        drawn = counts[:, known]
        shares.append(_share(drawn @ equal, drawn.sum(axis=1)))
        aucs.append(auc.of(drawn))
    whole = float(auc.of(np.ones((1, len(equal))))[0])
    return Held(
        len(equal), float(equal.mean()), ends(np.concatenate(shares)),
        None if np.isnan(whole) else whole, ends(np.concatenate(aucs)),
    )  # fmt: skip


def best_threshold(values: Floats, extended: Bools) -> float:
    """The value, of those that there are, from which on extending agrees with the leads most often.

    Of thresholds as good it is the lowest. `values` has NaN for a query without a value, and one at least has one.
    """
    known = ~np.isnan(values)
    thresholds, places = np.unique(values[known], return_inverse=True)
    gains = np.bincount(places, weights=np.where(extended[known], 1.0, -1.0))
    # From a threshold on, extended queries below it are lost and closed ones below it are won.
    return float(thresholds[int(np.argmax(-np.concatenate([[0.0], gains.cumsum()[:-1]])))])


def difference(one: Floats, other: Floats, draws: Draws) -> tuple[float | None, Ends]:
    """How much larger the mean of one column is than that of another, over the rows in which neither is NaN."""
    gaps = one - other
    known = ~np.isnan(gaps)
    drawn = [
        _share(counts[:, known] @ gaps[known], counts[:, known].sum(axis=1))
        for counts in resampled_counts(len(gaps), resamples=draws.resamples, seed=draws.seed)
    ]
    mean = float(mean_known(gaps))
    return None if np.isnan(mean) else mean, ends(np.concatenate(drawn))


def ends(drawn: Floats) -> Ends:
    """The 2.5% and 97.5% quantiles of the draws that have a figure; None where none has."""
    return [None if np.isnan(end) else float(end) for end in quantiles(drawn).tolist()]


class _Auc:
    """Mann and Whitney's statistic as a share, for queries that are drawn several times or not at all."""

    def __init__(self, values: Floats, extended: Bools) -> None:
        self._order = values.argsort(kind="stable")
        self._extended = extended[self._order]
        self._groups = np.flatnonzero(np.diff(values[self._order], prepend=-np.inf))

    def of(self, counts: Floats) -> Floats:
        """The statistic of each row of counts (draws × queries); NaN where all drawn queries were decided alike."""
        ordered = counts[:, self._order]
        high = np.add.reduceat(ordered * self._extended, self._groups, axis=1)
        low = np.add.reduceat(ordered * ~self._extended, self._groups, axis=1)
        below = low.cumsum(axis=1) - low / 2
        return _share((high * below).sum(axis=1), high.sum(axis=1) * low.sum(axis=1))


def _share(part: Floats, whole: Floats) -> Floats:
    shares: Floats = np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0)
    return shares
