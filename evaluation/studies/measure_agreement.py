"""How far two measures agree on the order of systems."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.scoring.bootstrap import resampled_means
from evaluation.stability.tau import order_signs
from evaluation.studies.known import quantiles
from evaluation.studies.measured import Measured


def measure_agreement(systems: Measured) -> Floats:
    """τ-b between the orders of systems that every two measures give: measures × measures.

    NaN where one of the two ties all systems. Source: Togashi and others, "AxIoU" (CVPR 2022), Figure 4.
    """
    return tau_between(systems.means, systems.means)


def agreement_interval(
    systems: Measured, others: Measured | None = None, *, resamples: int, seed: int
) -> tuple[Floats, Floats]:
    """The 2.5% and 97.5% quantiles of the same over queries drawn with replacement: measures × measures each.

    With `others`, the same systems and queries under other labels, the columns are their measures. Draws in which a
    measure ties all systems are left out; NaN where that is every draw.
    """
    means = drawn_means(systems, resamples=resamples, seed=seed)
    against = means if others is None else drawn_means(others, resamples=resamples, seed=seed)
    low, high = quantiles(tau_between(means, against))
    return low, high


def drawn_means(systems: Measured, *, resamples: int, seed: int) -> Floats:
    """Means over queries drawn with replacement: resamples × measures × systems; equal seeds draw equal queries."""
    queries, measures, number = systems.values.shape
    means = resampled_means(systems.values.reshape(queries, -1), resamples=resamples, seed=seed)
    return means.reshape(len(means), measures, number)


def tau_between(means: Floats, others: Floats) -> Floats:
    """τ-b between each row of the one and each of the other (… × measures × systems): … × measures × measures."""
    one, other = _signs(means), _signs(others)
    size = np.sqrt(_untied(one)[..., :, None] * _untied(other)[..., None, :])
    return _ratio(one @ np.swapaxes(other, -1, -2), size)


def tau_between_rows(means: Floats, others: Floats) -> Floats:
    """τ-b between each row of the one and the row in its place of the other (… × systems)."""
    one, other = _signs(means), _signs(others)
    return _ratio((one * other).sum(axis=-1), np.sqrt(_untied(one) * _untied(other)))


def _signs(means: Floats) -> Floats:
    signs = order_signs(means.reshape(-1, means.shape[-1])).astype(np.float64)
    return signs.reshape(*means.shape[:-1], -1)


def _untied(signs: Floats) -> Floats:
    return np.asarray(np.abs(signs).sum(axis=-1))


def _ratio(agreement: Floats, size: Floats) -> Floats:
    return np.divide(agreement, size, out=np.full_like(agreement, np.nan), where=size > 0)
