"""Smaller sets of queries: what subsets and halves say of an order, and how many queries settle it, as figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaluation.stability.analysis import Draws
from evaluation.stability.subsets import halves_means, needed_interval, queries_needed, subset_means
from evaluation.stability.systems import Figures, Systems, agreement, tau_figures
from evaluation.stability.tau import tau_b


def by_size(systems: Systems, sizes: Sequence[int], labels: int, draws: Draws) -> Figures:
    """Subsets of each size against the whole, two halves against each other, and what is needed."""
    queries = len(systems.values)
    subsets = []
    for size in sizes:
        means = subset_means(systems.values, size=size, draws=draws.queries, seed=draws.seed)
        subsets.append({"queries": size, **agreement(systems, means)})
    figures: Figures = {"subsets": subsets, "needed": _needed(systems, labels / queries, draws)}
    if queries >= 2:
        figures["halves"] = _halves(systems, draws)
    return figures


def _halves(systems: Systems, draws: Draws) -> Figures:
    one, other = halves_means(systems.values, draws=draws.queries, seed=draws.seed)
    found = tau_figures(np.concatenate([tau_b(first, second) for first, second in zip(one, other, strict=True)]))
    sizes = {"queries": len(systems.values) // 2, "draws": len(one)}
    return {**sizes, "tau_b": found["mean"], "low": found["low"], "high": found["high"]}


def _needed(systems: Systems, labels_a_query: float, draws: Draws) -> list[Figures]:
    """For every two systems how many queries settle their order, and how many labels that is beyond those there."""
    there = len(systems.values)
    figures = []
    for one, other in systems.couples():
        apart = systems.values[:, one] - systems.values[:, other]
        queries = _whole(queries_needed(apart))
        ends = needed_interval(apart, resamples=draws.queries, seed=draws.seed)
        further = None if queries is None else max(0, queries - there)
        figures.append(
            {
                "systems": [systems.names[one], systems.names[other]],
                "draws": draws.queries,
                "queries": queries,
                "interval": [_whole(end) for end in ends],
                "further_queries": further,
                "further_labels": None if further is None else int(np.ceil(further * labels_a_query)),
            }
        )
    return figures


def _whole(queries: float) -> int | None:
    return int(np.ceil(queries)) if np.isfinite(queries) else None
