"""How sure self-agreement is: the same study on queries drawn with replacement."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.metrics.columns import Floats, Ints
from evaluation.scoring.bootstrap import resampled_counts
from evaluation.stability.progress import Progress
from evaluation.studies.known import mean_known
from evaluation.studies.measured import Measured
from evaluation.studies.self_agreement import Pairing, SelfAgreement, queries_for, tau_of_sets

NEARLY = 0.999  # of τ-b, so that 1 has a place on the scale of its inverse hyperbolic tangent


@dataclass(frozen=True, slots=True)
class AgreementDraws:
    """Mean and variance of τ-b in each draw of the queries: draws × sizes × measures each, NaN where none has one.

    Both are moved so that they lie around the figure on all queries.
    """

    sizes: list[int]
    mean: Floats
    variance: Floats


def agreement_draws(
    systems: Measured, found: SelfAgreement, *, resamples: int, trials: int, seed: int, progress: Progress | None = None
) -> AgreementDraws:
    """Self-agreement over queries drawn with replacement, which stand for the queries that there could have been.

    All copies of a query go into the same set, so that sets which share no query share none in a draw either. Copies
    make a set smaller than it looks, so its τ-b is too low on average and varies more. Means and variances are
    therefore moved by their average to the figure on all queries, means on the scale of the inverse hyperbolic
    tangent, where no value leaves −1 to 1.
    """
    queries, measures, _ = systems.values.shape
    orders = _orders(queries, trials=trials, pairing=found.pairing, seed=seed)
    taus = np.zeros((trials, len(found.sizes), measures))
    mean, variance = (np.zeros((resamples, len(found.sizes), measures)) for _ in range(2))
    draw = 0
    for block in resampled_counts(queries, resamples=resamples, seed=seed):
        for counts in block:
            before = [copies_before(counts, order) for order in orders]
            for place, size in enumerate(found.sizes):
                one, other = (chosen(counts, earlier, size) for earlier in before)
                taus[:, place] = tau_of_sets(one, other, systems.values)
            mean[draw] = mean_known(taus)
            variance[draw] = mean_known((taus - mean[draw]) ** 2)
            draw += 1
            if progress is not None:
                progress.add(trials)
    moved = np.maximum(0.0, variance - mean_known(variance) + found.variance)
    return AgreementDraws(list(found.sizes), _around(found.mean, mean), moved)


def _orders(queries: int, *, trials: int, pairing: Pairing, seed: int) -> list[Ints]:
    """For each of two sets the random orders in which it takes queries: trials × queries each.

    Sets that share no query take them from both ends of one order.
    """
    rng = np.random.default_rng([seed, 1])
    one = np.argsort(rng.random((trials, queries)), axis=1)
    return [one, one[:, ::-1] if pairing == "disjoint" else np.argsort(rng.random((trials, queries)), axis=1)]


def copies_before(counts: Floats, order: Ints) -> Floats:
    """How many copies come before each query in every order, if a query has so many: trials × queries."""
    drawn = counts[order]
    before = np.empty_like(drawn)
    np.put_along_axis(before, order, np.cumsum(drawn, axis=1) - drawn, axis=1)
    return before


def chosen(counts: Floats, before: Floats, size: int) -> Floats:
    """How many copies of each query are among the first `size`: trials × queries."""
    return np.clip(size - before, 0, counts)


def _around(figure: Floats, drawn: Floats) -> Floats:
    """Draws of τ-b (draws × …) around the figure on all queries, and no longer around their own mean."""
    far = np.arctanh(NEARLY * drawn)
    return np.clip(np.tanh(far - mean_known(far) + np.arctanh(NEARLY * figure)) / NEARLY, -1.0, 1.0)


def queries_interval(draws: AgreementDraws, wanted: float) -> tuple[Floats, Floats]:
    """The 2.5% and 97.5% quantiles of `queries_for` over the draws, for each measure.

    Infinite where a quantile lies beyond the largest size.
    """
    found = np.stack([queries_for(draws.sizes, mean, wanted) for mean in draws.mean])
    low, high = np.quantile(found, [0.025, 0.975], axis=0, method="closest_observation")
    return low, high
