"""Estimates as the tables and sentences of a report show them."""

from __future__ import annotations

from annotator.statistics.estimate import Estimate


def with_interval(one: Estimate, *, scale: float = 1, digits: int = 2) -> str:
    """The value with its interval in brackets; a dash where it is not defined."""
    if one.value is None:
        return "–"
    value = f"{scale * one.value:.{digits}f}"
    if one.low is None or one.high is None:
        return value
    return f"{value} [{scale * one.low:.{digits}f}, {scale * one.high:.{digits}f}]"
