"""How far the scores of one unit lie apart."""

from __future__ import annotations

from collections.abc import Sequence


def mean_difference(counts: Sequence[int]) -> float | None:
    """Mean |difference| of the scores of every two raters (Gini's mean difference), in points of the scale.

    `counts` says how many raters gave each score, from the scale's lowest up. None with fewer than two raters.
    """
    raters = sum(counts)
    if raters < 2:
        return None
    apart = sum(
        low * high * (place - below) for place, high in enumerate(counts) for below, low in enumerate(counts[:place])
    )
    return apart / (raters * (raters - 1) / 2)
