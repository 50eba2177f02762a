"""How a smaller test set would have ordered the systems, and how large a set settles an order."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats, Ints
from evaluation.scoring.bootstrap import blocks, resampled_means

ONE_SIDED_95 = 1.6448536269514722


def subset_means(values: Floats, *, size: int, draws: int, seed: int) -> Floats:
    """Means over `size` queries drawn without replacement: draws × systems; `values` is queries × systems."""
    rng = np.random.default_rng(seed)
    sums = [_chosen(rng, many, len(values), size) @ values for many in blocks(draws, len(values))]
    return np.concatenate(sums) / size


def halves_means(values: Floats, *, draws: int, seed: int) -> tuple[Floats, Floats]:
    """Means over two halves of the queries that share none: draws × systems each; an odd query is left out."""
    rng = np.random.default_rng(seed)
    half = len(values) // 2
    one, other = [], []
    for many in blocks(draws, len(values)):
        order = _orders(rng, many, len(values))
        one.append(_mask(order[:, :half], len(values)) @ values)
        other.append(_mask(order[:, half : 2 * half], len(values)) @ values)
    return np.concatenate(one) / half, np.concatenate(other) / half


def queries_needed(differences: Floats) -> float:
    """How many queries order two systems rightly 95 times in 100, by the normal approximation.

    `differences` holds the two systems' difference on each query: (z s / d)², with d their mean, s their
    standard deviation and z = 1.645. Infinite where the mean is 0: no number settles that order.
    """
    mean = float(differences.mean())
    if len(differences) < 2 or abs(mean) < 10**-12:
        return float("inf")
    return max(1.0, (ONE_SIDED_95 * float(differences.std(ddof=1)) / mean) ** 2)


def needed_interval(differences: Floats, *, resamples: int, seed: int) -> tuple[float, float]:
    """The 2.5% and 97.5% quantiles of that number over queries drawn with replacement.

    A draw that reverses the order, or ties the two, counts as one in which no number settles it. The quantiles are
    values of draws, not means between two, as one of the two may be infinite.
    """
    mean, count = float(differences.mean()), len(differences)
    if count < 2 or abs(mean) < 10**-12:
        return float("inf"), float("inf")
    moments = resampled_means(np.stack([differences, differences**2], axis=1), resamples=resamples, seed=seed)
    means = moments[:, 0] * np.sign(mean)
    variances = np.maximum(0.0, moments[:, 1] - moments[:, 0] ** 2) * count / (count - 1)
    numbers = np.full(resamples, np.inf)
    np.divide(ONE_SIDED_95**2 * variances, means**2, out=numbers, where=means >= 10**-12)
    low, high = np.quantile(np.maximum(1.0, numbers), [0.025, 0.975], method="inverted_cdf")
    return float(low), float(high)


def _chosen(rng: np.random.Generator, draws: int, queries: int, size: int) -> Floats:
    return _mask(_orders(rng, draws, queries)[:, :size], queries)


def _orders(rng: np.random.Generator, draws: int, queries: int) -> Ints:
    return rng.random((draws, queries)).argsort(axis=1)


def _mask(chosen: Ints, queries: int) -> Floats:
    mask = np.zeros((len(chosen), queries))
    np.put_along_axis(mask, chosen, 1.0, axis=1)
    return mask
