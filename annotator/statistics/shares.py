"""A share with Wilson's interval, which is sensible for few units and for shares of 0 and 1 too."""

from __future__ import annotations

from math import sqrt

from annotator.statistics.estimate import Estimate, undefined

Z = 1.959964  # the normal distribution's 97.5% point
NOTHING = "nothing was counted"


def wilson_bounds(share: float, n: float) -> tuple[float, float]:
    """Both bounds (0 to 1) of the 95% score interval of a share of `n` independent units, n > 0 (Wilson 1927)."""
    spread = 1 + Z * Z / n
    centre = (share + Z * Z / (2 * n)) / spread
    reach = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / spread
    return max(0.0, centre - reach), min(1.0, centre + reach)


def share_of(part: int, whole: int) -> Estimate:
    """The share with its interval; not defined of nothing."""
    if not whole:
        return undefined(0, NOTHING)
    return Estimate(part / whole, *wilson_bounds(part / whole, whole), whole)


def share_of_clusters(clusters: list[tuple[float, int]]) -> Estimate:
    """The share of the units of clusters, given as their sum of values (0 to 1 each) and their number of units.

    Units of a cluster may be alike. The bounds are Wilson's for as many independent units as have the same variance
    as the clusters, never more than there are: n ÷ the design effect (Kish 1965, section 8.2).
    """
    n = sum(size for _, size in clusters)
    if not n:
        return undefined(0, NOTHING)
    share = sum(value for value, _ in clusters) / n
    return Estimate(share, *wilson_bounds(share, n / design_effect(clusters)), n)


def design_effect(clusters: list[tuple[float, int]]) -> float:
    """How many times larger the variance of the share is than that of independent units; at least 1."""
    n = sum(size for _, size in clusters)
    share = sum(value for value, _ in clusters) / n
    independent = n * share * (1 - share)
    if not independent:
        return 1.0
    return max(1.0, sum((value - share * size) ** 2 for value, size in clusters) / independent)
