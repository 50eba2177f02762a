"""How far a measure agrees with itself on two sets of queries, by their size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.scoring.bootstrap import blocks
from evaluation.stability.progress import Progress
from evaluation.stability.tau import order_signs
from evaluation.studies.known import mean_known, quantiles
from evaluation.studies.measured import Measured

Pairing = Literal["overlapping", "disjoint"]


@dataclass(frozen=True, slots=True)
class SelfAgreement:
    """Mean, variance, 2.5% and 97.5% quantile of τ-b over the trials: sizes × measures each; NaN if none has one."""

    pairing: Pairing
    sizes: list[int]
    mean: Floats
    variance: Floats
    low: Floats
    high: Floats


def self_agreement(
    systems: Measured,
    sizes: Sequence[int],
    *,
    pairing: Pairing,
    trials: int,
    seed: int,
    progress: Progress | None = None,
) -> SelfAgreement:
    """τ-b between the orders on two random sets of queries of each size, drawn `trials` times.

    `overlapping` draws both sets independently, as Togashi and others do ("AxIoU", CVPR 2022, Figure 6): they share
    queries, and at the full size they are the same set, so τ-b is 1 there by construction. The sets of `disjoint`
    share none, so a size is at most half of the queries.
    """
    rng = np.random.default_rng(seed)
    queries, measures, _ = systems.values.shape
    taus, at = np.zeros((trials, len(sizes), measures)), 0
    for many in blocks(trials, queries):
        for place, (one, other) in enumerate(_sets(rng, many, queries, sizes, pairing)):
            taus[at : at + many, place] = tau_of_sets(one.astype(np.float64), other.astype(np.float64), systems.values)
        at += many
        if progress is not None:
            progress.add(many)
    low, high = quantiles(taus)
    mean = mean_known(taus)
    return SelfAgreement(pairing, list(sizes), mean, mean_known((taus - mean) ** 2), low, high)


def _sets(
    rng: np.random.Generator, trials: int, queries: int, sizes: Sequence[int], pairing: Pairing
) -> Iterator[tuple[Bools, Bools]]:
    """For each size, two sets of queries for each trial: trials × queries each.

    A set holds the queries with the smallest of random keys; that of a size contains those of smaller sizes.
    """
    keys = rng.random((trials, queries))
    smallest = np.sort(keys, axis=1)
    others = keys if pairing == "disjoint" else rng.random((trials, queries))
    largest = smallest if pairing == "disjoint" else np.sort(others, axis=1)
    for size in sizes:
        one = keys <= smallest[:, size - 1, None]
        if pairing == "disjoint":
            yield one, others >= largest[:, queries - size, None]
        else:
            yield one, others <= largest[:, size - 1, None]


def tau_of_sets(one: Floats, other: Floats, values: Floats) -> Floats:
    """τ-b between the orders on two sets of queries, of which each holds a query so often: trials × measures."""
    queries, measures, systems = values.shape
    flat = values.reshape(queries, -1)
    signs = [
        order_signs((chosen @ flat / chosen.sum(axis=1, keepdims=True)).reshape(-1, systems)).reshape(
            len(chosen), measures, -1
        )
        for chosen in (one, other)
    ]
    agreement = (signs[0] * signs[1]).sum(axis=-1).astype(np.float64)
    size = np.sqrt(np.abs(signs[0]).sum(axis=-1) * np.abs(signs[1]).sum(axis=-1).astype(np.float64))
    return np.divide(agreement, size, out=np.full_like(agreement, np.nan), where=size > 0)


def queries_for(sizes: Sequence[int], mean: Floats, wanted: float) -> Floats:
    """The number of queries at which the mean τ-b (sizes × measures) first reaches `wanted`, for each measure.

    Between two sizes it is interpolated, linearly in the logarithm of the size. Infinite where the largest size
    does not reach it.
    """
    return np.array([_reached(sizes, column, wanted) for column in mean.T])


def _reached(sizes: Sequence[int], tau: Floats, wanted: float) -> float:
    before: tuple[int, float] | None = None
    for size, value in zip(sizes, tau.tolist(), strict=True):
        if value >= wanted:
            if before is None:
                return float(size)
            share = (wanted - before[1]) / (value - before[1])
            return float(before[0] * (size / before[0]) ** share)
        if not np.isnan(value):
            before = (size, value)
    return float("inf")
