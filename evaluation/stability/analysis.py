"""The four ways of asking how sure an order of systems is, each as figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Truths
from evaluation.scoring.bootstrap import interval, resampled_means
from evaluation.stability.boundaries import Noise, mean_iou, with_noisy_boundaries
from evaluation.stability.judged import Judged
from evaluation.stability.raters import Undrawn, drawn_relevances
from evaluation.stability.subsets import halves_means, queries_needed, subset_means
from evaluation.stability.systems import Criterion, Figures, Systems, agreement, query_values
from evaluation.stability.tau import tau_b


@dataclass(frozen=True, slots=True)
class Draws:
    """How many draws each question gets, and the seed of all."""

    queries: int = 1000
    raters: int = 200
    boundaries: int = 100
    seed: int = 0


def by_queries(systems: Systems, draws: Draws) -> Figures:
    """Other queries: the bootstrap over queries, with every two systems' difference and its interval."""
    means = resampled_means(systems.values, resamples=draws.queries, seed=draws.seed)
    figures = agreement(systems, means)
    apart = np.stack([systems.values[:, one] - systems.values[:, other] for one, other in systems.couples()], axis=1)
    low, high = interval(apart, resamples=draws.queries, seed=draws.seed)
    for at, couple in enumerate(figures["couples"]):
        couple |= {"difference": float(apart[:, at].mean()), "interval": [float(low[at]), float(high[at])]}
    return figures


def by_size(systems: Systems, sizes: Sequence[int], labels: int, draws: Draws) -> Figures:
    """Smaller sets: subsets of each size against the whole, two halves against each other, and what is needed."""
    queries = len(systems.values)
    subsets = []
    for size in sizes:
        means = subset_means(systems.values, size=size, draws=draws.queries, seed=draws.seed)
        subsets.append({"queries": size, **agreement(systems, means)})
    figures: Figures = {"subsets": subsets, "needed": _needed(systems, labels / queries)}
    if queries >= 2:
        one, other = halves_means(systems.values, draws=draws.queries, seed=draws.seed)
        tau = np.array([float(tau_b(first, second)[0]) for first, second in zip(one, other, strict=True)])
        tau = tau[~np.isnan(tau)]
        figures["halves"] = {
            "queries": queries // 2,
            "draws": len(one),
            "tau_b": float(tau.mean()) if len(tau) else None,
        }
    return figures


def by_raters(
    systems: Systems, judged: Judged, criterion: Criterion, draws: Draws, *, tolerance: int, undrawn: Undrawn
) -> Figures:
    """Other raters: every draw settles the labels again; each system's interval, the order, and what changed."""
    means, changed, unjudged = [], [], []
    relevances = drawn_relevances(
        judged.raw, judged.standing, tolerance=tolerance, undrawn=undrawn, resamples=draws.raters, seed=draws.seed
    )
    for relevance in relevances:
        truths = judged.truths_with(relevance)
        means.append(query_values(systems.predictions, truths, len(systems.values), criterion).mean(axis=0))
        changed.append(float((relevance != judged.standing).mean()))
        unjudged.append(float((relevance < 0).mean()))
    drawn = np.stack(means)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    intervals = {name: [float(low[at]), float(high[at])] for at, name in enumerate(systems.names)}
    return {
        **agreement(systems, drawn),
        "intervals": intervals,
        "raters": len(judged.raw.raters),
        "labels_changed": float(np.mean(changed)),
        "labels_unjudged": float(np.mean(unjudged)),
        "labels_differing": judged.differing,
        "labels_without_scores": judged.without_scores,
        "pairs_left_out": judged.left_out,
    }


def by_boundaries(
    systems: Systems, truths: Truths, criterion: Criterion, variances: Sequence[float], noise: Noise, draws: Draws
) -> list[Figures]:
    """Other boundaries: for each variance β² the systems' order and means under noisy boundaries.

    `iou` is that of the moments with their noisy versions, and `rmse` the root mean square, over draws and systems,
    of how far the systems' means move.
    """
    figures = []
    for place, variance in enumerate(variances):
        rng = np.random.default_rng([draws.seed, place])
        means, ious = [], []
        for _ in range(draws.boundaries):
            noisy = with_noisy_boundaries(truths, variance=variance, noise=noise, rng=rng)
            ious.append(mean_iou(truths, noisy))
            means.append(query_values(systems.predictions, noisy, len(systems.values), criterion).mean(axis=0))
        drawn = np.stack(means)
        mean_values = dict(zip(systems.names, drawn.mean(axis=0).tolist(), strict=True))
        moved = float(np.sqrt(((drawn - systems.means) ** 2).mean()))
        found = {"beta2": variance, "noise": noise, "iou": float(np.mean(ious)), "rmse": moved}
        figures.append({**found, **agreement(systems, drawn), "means": mean_values})
    return figures


def _needed(systems: Systems, labels_a_query: float) -> list[Figures]:
    """For every two systems how many queries settle their order, and how many labels that is beyond those there."""
    there = len(systems.values)
    figures = []
    for one, other in systems.couples():
        needed = queries_needed(systems.values[:, one] - systems.values[:, other])
        finite = np.isfinite(needed)
        further = max(0, int(np.ceil(needed)) - there) if finite else None
        figures.append(
            {
                "systems": [systems.names[one], systems.names[other]],
                "queries": int(np.ceil(needed)) if finite else None,
                "further_queries": further,
                "further_labels": None if further is None else int(np.ceil(further * labels_a_query)),
            }
        )
    return figures
