"""Checks single values of a file; each function raises BadLine naming file, line and field."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from moments.base.errors import BadLine
from moments.base.limits import LARGEST_PAIR_NUMBER
from moments.corpus.files.text import LONGEST_TEXT

LARGEST_ID = 2**63 - 1
HALF_A_PAIR = re.compile("[\ud800-\udfff]")
SLASHES = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, to say in errors."""

    file: str
    line: int

    def error(self, problem: str, *, remedy: str = "") -> BadLine:
        """The error that says `problem` of this line."""
        return BadLine(self.file, self.line, problem, remedy=remedy)


def identifier(place: Place, field: str, value: object, *, largest: int = LARGEST_ID) -> int:
    """A non-negative integer of at most `largest`, below 2^63, given as one or as its decimal digits."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_ID:
        raise place.error(f"{field}: expected a whole number of at least 0, got {_shown(value)}")
    if value > largest:
        raise place.error(f"{field}: expected at most {largest}, got {_shown(value)}")
    return value


def pair_number(place: Place, field: str, value: object) -> int:
    """What a pair is known by."""
    return identifier(place, field, value, largest=LARGEST_PAIR_NUMBER)


def number(place: Place, field: str, value: object) -> float:
    """A finite number, given as one or as its decimal text."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise place.error(f"{field}: expected a number, got {_shown(value)}") from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise place.error(f"{field}: expected a number, got {_shown(value)}")
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise place.error(f"{field}: expected a finite number, got {_shown(value)}")
    return result


def text(place: Place, field: str, value: object, *, longest: int = LONGEST_TEXT) -> str:
    """A text that is not blank, without NUL, at most `longest` characters."""
    if not isinstance(value, str) or not value.strip():
        raise place.error(f"{field}: expected text, got {_shown(value)}")
    if len(value) > longest:
        raise place.error(f"{field}: expected at most {longest:,} characters, got {len(value):,}")
    if "\0" in value:
        raise place.error(f"{field}: contains a NUL character")
    if HALF_A_PAIR.search(value):
        raise place.error(f"{field}: contains half a surrogate pair")
    return value


def name(place: Place, field: str, value: object) -> str:
    """A text of one line of at most 200 printable characters."""
    found = text(place, field, value, longest=200)
    if not found.isprintable():
        raise place.error(f"{field}: contains a line break or another control character")
    return found


def video_name(place: Place, field: str, value: object) -> str:
    """A name whose parts between slashes are names too: exports name folders after videos."""
    found = name(place, field, value)
    if any(part in ("", ".", "..") for part in SLASHES.split(found)):
        raise place.error(f"{field}: {_shown(found)} could lead out of a folder; expected no empty part, '.' or '..'")
    return found


def choice(place: Place, field: str, value: object, known: tuple[str, ...]) -> str:
    """One of the known words."""
    if not isinstance(value, str) or value not in known:
        raise place.error(f"{field}: expected one of {', '.join(known)}, got {_shown(value)}")
    return value


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
