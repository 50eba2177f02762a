"""Percentile intervals by drawing units again, seeded and over counts of like units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from annotator.statistics.estimate import NO_OVERLAP, SINGLE_UNIT, Estimate, undefined, without_interval
from annotator.statistics.scale import Floats, Integers

AT_ONCE = 128

Measure = Callable[[Floats], Floats]
"""From sums of tables, one row a resample, to the measure of each; nan if it is not defined."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """How an interval is made: how many resamples (0: no interval), from which seed, at what confidence."""

    resamples: int = 2000
    seed: int = 0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if self.resamples < 0:
            raise ValueError(f"resamples must not be negative, got {self.resamples}")
        if not 0 < self.confidence < 1:
            raise ValueError(f"confidence must lie between 0 and 1, got {self.confidence}")


STANDARD = Resampling()


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Units by kind: `tables` (dense or sparse) has a row of cells a kind, `counts` says how many units are of it.

    Every measure here is a function of the tables' sum over the units. Units of one kind are
    therefore drawn together, and the cost of a resample grows with the kinds, not with the units.
    """

    tables: Any
    counts: Integers


def estimated(units: Units, measure: Measure, resampling: Resampling, *, otherwise: str) -> Estimate:
    """The measure of the units with its interval; `otherwise` is the reason where it is not defined."""
    return estimates(units, [(measure, otherwise)], resampling)[0]


def estimates(units: Units, measures: Sequence[tuple[Measure, str]], resampling: Resampling) -> list[Estimate]:
    """Several measures of the same units, each with the reason where it is not defined, from the same resamples."""
    n = int(units.counts.sum())
    if n < 2:
        return [undefined(n, SINGLE_UNIT if n else NO_OVERLAP) for _ in measures]
    whole = _sums(units, units.counts[np.newaxis, :])
    values = [float(measure(whole)[0]) for measure, _ in measures]
    drawn: list[list[Floats]] = [[] for _ in measures]
    for sums in _resampled(units, resampling):
        for place, (measure, _) in enumerate(measures):
            drawn[place].append(measure(sums))
    return [
        _estimate(value, n, found, resampling, otherwise)
        for value, found, (_, otherwise) in zip(values, drawn, measures, strict=True)
    ]


def _estimate(value: float, n: int, drawn: Sequence[Floats], resampling: Resampling, otherwise: str) -> Estimate:
    if np.isnan(value):
        return undefined(n, otherwise)
    if not drawn:
        return without_interval(value, n)
    return _with_interval(value, n, np.concatenate(drawn), resampling)


def _with_interval(value: float, n: int, resampled: Floats, resampling: Resampling) -> Estimate:
    """The percentile interval, unless more resamples are undefined than lie outside its bounds."""
    defined = resampled[~np.isnan(resampled)]
    missing = len(resampled) - len(defined)
    tails = 1 - resampling.confidence
    if missing > tails * len(resampled):
        return without_interval(value, n, f"no interval: {missing} of {len(resampled)} resamples are undefined")
    low, high = np.quantile(defined, [tails / 2, 1 - tails / 2])
    return Estimate(value, float(low), float(high), n)


def _resampled(units: Units, resampling: Resampling) -> Iterator[Floats]:
    """The tables' sums of every resample, a block at a time; the blocks' size does not change what is drawn."""
    random = np.random.default_rng(resampling.seed)
    n = int(units.counts.sum())
    shares = units.counts / n
    for start in range(0, resampling.resamples, AT_ONCE):
        size = min(AT_ONCE, resampling.resamples - start)
        yield _sums(units, random.multinomial(n, shares, size=size))


def _sums(units: Units, drawn: Integers) -> Floats:
    """The tables' sum of each resample, given how many units of each kind it drew."""
    return np.asarray(drawn.astype(np.float64) @ units.tables)


def mean_of_defined(values: Floats) -> Floats:
    """The mean of each row's values that are defined; nan if none is."""
    defined = ~np.isnan(values)
    return ratios(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1).astype(np.float64))


def ratios(above: Floats, below: Floats) -> Floats:
    """`above` by `below`, nan if `below` is 0."""
    return np.asarray(np.divide(above, below, out=np.full(np.shape(below), np.nan), where=below != 0))
