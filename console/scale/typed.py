"""The levels as a form holds them: text, as it was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moments.scale import FEWEST_LEVELS, MOST_LEVELS, Level, ScaleError

COLUMNS = ("name", "short", "long", "colour", "gain")
# Between the ends of the published scale's colours, for levels that are added.
ADDED_COLOURS = ("#31497f", "#4c5d84", "#6f7584", "#8f8f86", "#b3a972", "#d9cb55", "#fde737")


@dataclass(frozen=True, slots=True)
class TypedLevel:
    """A level's fields as text."""

    relevance: int
    name: str
    short: str
    long: str
    colour: str
    gain: str


def shown_levels(levels: Sequence[Level]) -> list[TypedLevel]:
    """The levels as a form shows them."""
    return [
        TypedLevel(level.relevance, level.name, level.short, level.long, level.colour, f"{level.gain:g}")
        for level in levels
    ]


def typed_levels(columns: Mapping[str, Sequence[str]]) -> list[TypedLevel] | None:
    """The rows of a form from its columns; None if these are not as many of each, or too many."""
    counts = {len(columns[name]) for name in COLUMNS}
    if len(counts) != 1 or not 0 < counts.copy().pop() <= MOST_LEVELS:
        return None
    rows = zip(*(columns[name] for name in COLUMNS), strict=True)
    return [TypedLevel(place, *(text.strip() for text in row)) for place, row in enumerate(rows)]


def with_another(levels: Sequence[TypedLevel]) -> list[TypedLevel]:
    """One more level at the top, whose words are still to be written."""
    if len(levels) >= MOST_LEVELS:
        return list(levels)
    relevance = len(levels)
    return [*levels, TypedLevel(relevance, "", "", "", ADDED_COLOURS[relevance], str(2**relevance - 1))]


def without_highest(levels: Sequence[TypedLevel]) -> list[TypedLevel]:
    """The levels without the highest, as long as two are left."""
    return list(levels[:-1] if len(levels) > FEWEST_LEVELS else levels)


def read_levels(levels: Sequence[TypedLevel]) -> list[Level]:
    """The values; raises ScaleError for a gain that is no number. `set_scale` checks the rest."""
    return [
        Level(one.relevance, one.name, one.short, one.long, one.colour, _gain(one.relevance, one.gain))
        for one in levels
    ]


def _gain(relevance: int, text: str) -> float:
    try:
        return float(text[:20].replace(",", "."))
    except ValueError as error:
        raise ScaleError(f"level {relevance}: gain: expected a number, got {text[:20]!r}") from error
