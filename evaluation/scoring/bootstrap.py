"""How sure a mean over queries is: the paired bootstrap, seeded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evaluation.metrics.columns import Floats

DRAWS_AT_ONCE = 5_000_000
HIGHEST_RESAMPLES = 100_000


def resampled_means(values: Floats, *, resamples: int, seed: int) -> Floats:
    """Means of the columns over queries drawn with replacement: resamples × columns.

    One draw serves all columns, so runs set side by side are compared on the same queries. The same seed,
    number of queries and of resamples give the same draws. Source: Sakai, "Evaluating evaluation metrics
    based on the bootstrap" (paired bootstrap).
    """
    queries = len(values)
    drawn = resampled_counts(queries, resamples=resamples, seed=seed)
    return np.concatenate([counts @ values / queries for counts in drawn])


def resampled_counts(queries: int, *, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each query is drawn with replacement, in blocks that fit into memory: resamples × queries each."""
    rng = np.random.default_rng(seed)
    return (_counts(rng, many, queries) for many in blocks(resamples, queries))


def interval(values: Floats, *, resamples: int, seed: int, level: float = 0.95) -> tuple[Floats, Floats]:
    """The percentile interval of each column's mean: its lower and its upper end."""
    means = resampled_means(values, resamples=resamples, seed=seed)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high


def _counts(rng: np.random.Generator, resamples: int, queries: int) -> Floats:
    """How often each query is drawn in each resample."""
    drawn = rng.integers(queries, size=(resamples, queries)) + queries * np.arange(resamples)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=resamples * queries)
    return counts.reshape(resamples, queries).astype(np.float64)


def blocks(resamples: int, queries: int) -> Iterator[int]:
    """The resamples in groups that fit into memory: how many each group has."""
    block = max(1, DRAWS_AT_ONCE // queries)
    for begin in range(0, resamples, block):
        yield min(block, resamples - begin)
