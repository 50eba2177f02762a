"""Checks submitted scores (R1) before anything is looked up, as pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import NoReturn
from uuid import UUID

from evaluation.scale import SCALE, Scale

LONGEST_KEY = 64
LONGEST_SHOWN_MS = 2**31 - 1
LONGEST_AGO_MS = 366 * 24 * 3600 * 1000
MOST_PLAYS = 2**15 - 1


class Refused(Exception):
    """A submitted score that cannot be taken; the message names the field."""


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """One submitted score: seat, relevance, the client's own key, and the key it replaces.

    `ago_ms` is how long ago the level was pressed by the program's own clock, `plays` how often the clip ran whole.
    Where relevance is not graded, `answer` is the object to read the answer from once its question is known.
    """

    seat: UUID
    relevance: int | None
    key: str
    shown_ms: int | None
    replaces: str | None
    ago_ms: int = 0
    plays: int | None = None
    answer: Mapping[object, object] | None = None


def read_entry(raw: object, *, is_graded: bool = True, scale: Scale = SCALE) -> ScoreEntry:
    """The entry in a decoded JSON value, its relevance on the `scale`; raises Refused naming the first wrong field.

    Where relevance is not graded, what is asked for instead is not looked at yet.
    """
    if not isinstance(raw, Mapping):
        raise Refused("expected an object")
    return ScoreEntry(
        seat=_seat(raw),
        relevance=_relevance(raw, scale) if is_graded else None,
        key=_key(raw, "key"),
        shown_ms=_number(raw, "shown_ms", LONGEST_SHOWN_MS, "whole milliseconds"),
        replaces=None if raw.get("replaces") is None else _key(raw, "replaces"),
        ago_ms=_number(raw, "ago_ms", LONGEST_AGO_MS, "whole milliseconds") or 0,
        plays=None if (plays := _number(raw, "plays", inf, "a whole number")) is None else min(plays, MOST_PLAYS),
        answer=None if is_graded else raw,
    )


def _seat(raw: Mapping[object, object]) -> UUID:
    value = raw.get("seat")
    try:
        return UUID(value) if isinstance(value, str) else _no("seat: expected the id of a seat")
    except ValueError:
        return _no("seat: expected the id of a seat")


def _relevance(raw: Mapping[object, object], scale: Scale) -> int:
    if "relevance" not in raw:
        return _no("relevance: is missing")
    value = raw["relevance"]
    # bool is an int to Python, and 3.0 is not an integer to R1.
    if isinstance(value, bool) or not isinstance(value, int) or value not in scale:
        return _no(f"relevance: expected an integer from {scale}")
    return value


def _key(raw: Mapping[object, object], field: str) -> str:
    value = raw.get(field)
    if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value) <= LONGEST_KEY:
        return _no(f"{field}: expected 1 to {LONGEST_KEY} printable characters")
    return value


def _number(raw: Mapping[object, object], field: str, most: float, expected: str) -> int | None:
    value = raw.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        return _no(f"{field}: expected {expected}")
    return value


def _no(problem: str) -> NoReturn:
    raise Refused(problem)
