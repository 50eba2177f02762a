"""Kendall's τ-b between orders of systems."""

from __future__ import annotations

import numpy as np

from evaluation.metrics.columns import Floats, Ints

DECIMALS = 12


def order_signs(means: Floats) -> Ints:
    """For every two systems i < j the sign of i's mean minus j's: draws × pairs.

    `means` is draws × systems. Means are rounded to 12 decimals first, so that the same sum taken in another
    order is a tie and no difference.
    """
    rounded = np.round(np.atleast_2d(means), DECIMALS)
    one, other = np.triu_indices(rounded.shape[-1], k=1)
    return np.sign(rounded[:, one] - rounded[:, other]).astype(np.int64)


def tau_b(reference: Floats, means: Floats) -> Floats:
    """τ-b between the order that `reference` gives the systems and that of each row of `means`.

    (concordant − discordant) / √(pairs not tied in one × pairs not tied in the other). NaN if one of the
    two ties all systems: there is no order to agree with. Source: Kendall, "The treatment of ties in ranking
    problems" (Biometrika, 1945).
    """
    wanted, found = order_signs(reference), order_signs(means)
    agreement = (wanted * found).sum(axis=-1)
    size = np.sqrt(np.abs(wanted).sum(axis=-1) * np.abs(found).sum(axis=-1).astype(np.float64))
    return np.divide(agreement, size, out=np.full(len(found), np.nan), where=size > 0)
