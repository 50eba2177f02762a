"""Other queries, other raters, other boundaries: what each does to an order of systems, as figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Truths
from evaluation.scoring.bootstrap import interval, resampled_means
from evaluation.stability.boundaries import Noise, mean_iou, with_noisy_boundaries
from evaluation.stability.judged import Judged
from evaluation.stability.progress import Progress
from evaluation.stability.raters import Undrawn, drawn_relevances
from evaluation.stability.systems import Criterion, Figures, Systems, agreement, ends_of, query_values


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
    figures = {**agreement(systems, means), "intervals": _intervals(systems, means)}
    apart = np.stack([systems.values[:, one] - systems.values[:, other] for one, other in systems.couples()], axis=1)
    low, high = interval(apart, resamples=draws.queries, seed=draws.seed)
    for at, couple in enumerate(figures["couples"]):
        couple |= {"difference": float(apart[:, at].mean()), "interval": [float(low[at]), float(high[at])]}
    return figures


def by_raters(
    systems: Systems,
    judged: Judged,
    criterion: Criterion,
    draws: Draws,
    *,
    tolerance: int,
    undrawn: Undrawn,
    progress: Progress,
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
        progress.add(len(systems.names))
    drawn = np.stack(means)
    return {
        **agreement(systems, drawn),
        "intervals": _intervals(systems, drawn),
        "raters": len(judged.raw.raters),
        "labels_changed": float(np.mean(changed)),
        "labels_changed_interval": ends_of(changed),
        "labels_unjudged": float(np.mean(unjudged)),
        "labels_unjudged_interval": ends_of(unjudged),
        "labels_differing": judged.differing,
        "labels_without_scores": judged.without_scores,
        "pairs_left_out": judged.left_out,
    }


def by_boundaries(
    systems: Systems,
    truths: Truths,
    criterion: Criterion,
    variances: Sequence[float],
    noise: Noise,
    draws: Draws,
    *,
    progress: Progress,
) -> list[Figures]:
    """Other boundaries: for each variance β² the systems' order and means under noisy boundaries.

    `iou` is that of the moments with their noisy versions, and `rmse` the root mean square, over draws and systems,
    of how far the systems' means move; their intervals hold 95% of the draws.
    """
    figures = []
    for place, variance in enumerate(variances):
        rng = np.random.default_rng([draws.seed, place])
        means, ious = [], []
        for _ in range(draws.boundaries):
            noisy = with_noisy_boundaries(truths, variance=variance, noise=noise, rng=rng)
            ious.append(mean_iou(truths, noisy))
            means.append(query_values(systems.predictions, noisy, len(systems.values), criterion).mean(axis=0))
            progress.add(len(systems.names))
        level = {"beta2": variance, "noise": noise, "iou": float(np.mean(ious)), "iou_interval": ends_of(ious)}
        figures.append({**level, **_moved(systems, np.stack(means))})
    return figures


def _moved(systems: Systems, drawn: Floats) -> Figures:
    """How far the systems' means move in draws (draws × systems), their order, and their means there."""
    squares = ((drawn - systems.means) ** 2).mean(axis=1)
    return {
        "rmse": float(np.sqrt(squares.mean())),
        "rmse_interval": ends_of(np.sqrt(squares)),
        **agreement(systems, drawn),
        "means": dict(zip(systems.names, drawn.mean(axis=0).tolist(), strict=True)),
        "intervals": _intervals(systems, drawn),
    }


def _intervals(systems: Systems, drawn: Floats) -> dict[str, list[float]]:
    """Each system's ends over draws (draws × systems)."""
    return {name: ends_of(drawn[:, at]) for at, name in enumerate(systems.names)}
