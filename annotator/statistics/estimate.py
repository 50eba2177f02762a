"""What a measure answers: a value with its interval, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

NO_OVERLAP = "no unit was scored by two raters"
SINGLE_UNIT = "only one unit was scored by two raters"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure of `n` units with the bounds of its interval.

    `value` is None if the measure is not defined, `low` and `high` are None if there is no
    interval. `reason` says why; it is empty if nothing is missing that was asked for.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""


def undefined(n: int, reason: str) -> Estimate:
    """The answer of a measure that is not defined on these `n` units."""
    return Estimate(None, None, None, n, reason)


def without_interval(value: float, n: int, reason: str = "") -> Estimate:
    """The answer of a measure that has a value and no interval."""
    return Estimate(value, None, None, n, reason)
