"""Means and quantiles over draws of which some are undefined (NaN) and left out."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats


def mean_known(drawn: Floats) -> Floats:
    """The mean over the first axis without what is NaN; NaN where all is."""
    sums, known = np.nansum(drawn, axis=0), (~np.isnan(drawn)).sum(axis=0)
    return np.divide(sums, known, out=np.full_like(sums, np.nan), where=known > 0)


def quantiles(drawn: Floats) -> Floats:
    """The 2.5% and 97.5% quantiles over the first axis, likewise: 2 × the other axes."""
    if not np.isnan(drawn).any():
        return np.quantile(drawn, [0.025, 0.975], axis=0)
    flat = drawn.reshape(len(drawn), -1)
    columns = [column[~np.isnan(column)] for column in flat.T]
    ends = [np.quantile(known, [0.025, 0.975]) if len(known) else np.full(2, np.nan) for known in columns]
    return np.stack(ends, axis=1).reshape(2, *drawn.shape[1:])


def with_ends(drawn: Floats) -> Floats:
    """Mean, low and high end on a last axis."""
    return np.stack([mean_known(drawn), *quantiles(drawn)], axis=-1)
