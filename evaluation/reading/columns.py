"""Checks whole columns of values at once, and finds the entry to name only where one is wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats, Ints
from evaluation.metrics.errors import EvaluationError

Where = Callable[[int], str]
LONGEST_S = 1e9
"""Behind it no video goes on; products of such times do not overflow."""


def numbers(values: Sequence[Any], where: Where, what: str) -> Floats:
    """The values as finite numbers; raises EvaluationError naming the first that is none."""
    if set(map(type, values)) <= {int, float}:
        try:
            column = np.array(values, dtype=np.float64)
        except OverflowError:
            column = np.array([np.nan])
        if np.isfinite(column).all():
            return column
    at = next(place for place, value in enumerate(values) if not _finite(value))
    raise EvaluationError(f"{where(at)}: {what}: expected a finite number, got {shown(values[at])}")


def integers(values: Sequence[Any], where: Where, what: str, *, low: int, high: int) -> Ints:
    """The values as integers of a range; raises EvaluationError naming the first that is none."""
    if set(map(type, values)) <= {int} and (not values or (min(values) >= low and max(values) <= high)):
        return np.array(values, dtype=np.int64)
    at = next(place for place, value in enumerate(values) if type(value) is not int or not low <= value <= high)
    raise EvaluationError(f"{where(at)}: {what}: expected an integer {low} to {high}, got {shown(values[at])}")


def strings(values: Sequence[Any], where: Where, what: str) -> Sequence[str]:
    """The values as strings that are not empty; raises EvaluationError naming the first that is none."""
    if not (set(map(type, values)) <= {str} and "" not in values):
        at = next(place for place, value in enumerate(values) if type(value) is not str or not value)
        raise EvaluationError(f"{where(at)}: {what}: expected text, got {shown(values[at])}")
    _refuse_unkeepable(values, where, what)
    return values


def stretches(values: Sequence[Any], where: Where, what: str = "timestamp") -> tuple[Floats, Floats]:
    """Starts and ends of `[start, end]` in seconds; raises EvaluationError for the first that is no stretch."""
    if not (set(map(type, values)) <= {list} and set(map(len, values)) <= {2}):
        at = next(place for place, value in enumerate(values) if type(value) is not list or len(value) != 2)
        raise EvaluationError(f"{where(at)}: {what}: expected [start, end], got {shown(values[at])}")
    return ordered(
        numbers([value[0] for value in values], where, "start"),
        numbers([value[1] for value in values], where, "end"),
        where,
    )


def ordered(start_s: Floats, end_s: Floats, where: Where) -> tuple[Floats, Floats]:
    """The starts and ends; raises EvaluationError for the first that is negative, reversed or absurdly late."""
    wrong = (start_s < 0) | (end_s < start_s) | (end_s > LONGEST_S)
    if not wrong.any():
        return start_s, end_s
    at = int(wrong.argmax())
    raise EvaluationError(f"{where(at)}: {_disorder(float(start_s[at]), float(end_s[at]))}")


def _disorder(start_s: float, end_s: float) -> str:
    if start_s < 0:
        return f"start {start_s:g} is negative"
    if end_s < start_s:
        return f"end {end_s:g} is before start {start_s:g}"
    return f"end {end_s:g} is beyond {LONGEST_S:,.0f} seconds"


def keys(values: Sequence[Any], where: Where, what: str) -> list[str]:
    """Ids as text, so that 7 in one file is "7" in another; raises EvaluationError for what is no id."""
    if not (set(map(type, values)) <= {int, str} and "" not in values):
        at = next(place for place, value in enumerate(values) if type(value) not in {int, str} or value == "")
        raise EvaluationError(f"{where(at)}: {what}: expected an integer or text, got {shown(values[at])}")
    names = [str(value) for value in values]
    _refuse_unkeepable(names, where, what)
    return names


def unkeepable(text: str) -> str:
    """Why a text can be no name, though JSON allows it: no database keeps it; empty if it can be one."""
    if "\0" in text:
        return "contains a NUL character"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "contains half a surrogate pair"
    return ""


def _refuse_unkeepable(values: Sequence[str], where: Where, what: str) -> None:
    if not unkeepable("\n".join(set(values))):
        return
    at = next(place for place, value in enumerate(values) if unkeepable(value))
    raise EvaluationError(f"{where(at)}: {what}: {unkeepable(values[at])}")


def shown(value: Any) -> str:
    """A value for a message, cut to a length that fits on a line."""
    if type(value) is int and value.bit_length() > 128:
        return "an integer with too many digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _finite(value: Any) -> bool:
    if type(value) not in {int, float}:
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
