"""The levels of a campaign's scale as immutable values, with their checks and the scales to start from (R1)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from math import isfinite

from evaluation.scale import SCALE, WIDEST, Scale

FEWEST_LEVELS, MOST_LEVELS = 2, WIDEST.count
LONGEST_NAME, LONGEST_SHORT, LONGEST_TEXT = 40, 100, 1000
HIGHEST_GAIN = 1000.0
COLOUR = r"#[0-9a-f]{6}"
JOINERS = "\u200c\u200d"  # unprintable to Python, and part of words in Persian and Indian scripts


class ScaleError(ValueError):
    """Levels that make no scale; the message names the level and the field."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of relevance: its number, a name, a line for the button, a text for the guideline, how it counts.

    `colour` is #rrggbb for charts; `gain` is what the level contributes to NDCG.
    """

    relevance: int
    name: str
    short: str
    long: str
    colour: str
    gain: float


@dataclass(frozen=True, slots=True)
class ScaleTemplate:
    """A scale to start from, under the name that forms and commands use."""

    name: str
    title: str
    levels: tuple[Level, ...]


def scale_mark(levels: Sequence[Level]) -> str:
    """A short mark of the levels, by which a form tells whether they changed meanwhile."""
    return hashlib.sha256(repr([astuple(level) for level in levels]).encode()).hexdigest()[:16]


def scale_of(levels: Sequence[Level]) -> Scale:
    """How far the levels reach."""
    return Scale(0, len(levels) - 1)


def gains_of(levels: Sequence[Level]) -> tuple[float, ...]:
    """The gains of the levels as the evaluator takes them; none where they are the published ones, its default."""
    gains = tuple(level.gain for level in levels)
    return () if gains == tuple(level.gain for level in PUBLISHED) else gains


def checked_levels(levels: Sequence[Level]) -> tuple[Level, ...]:
    """The levels with surrounding spaces removed; raises ScaleError naming the first level and field that is wrong."""
    if not FEWEST_LEVELS <= len(levels) <= MOST_LEVELS:
        raise ScaleError(f"levels: expected {FEWEST_LEVELS} to {MOST_LEVELS}, got {len(levels)}")
    checked: list[Level] = []
    for place, level in enumerate(levels):
        if level.relevance != place:
            raise ScaleError(f"levels: expected the numbers 0 to {len(levels) - 1} in order, got {level.relevance}")
        checked.append(_checked(level))
    _refuse_alike(checked)
    gains = [level.gain for level in checked]
    if gains != sorted(gains) or gains[0] == gains[-1]:
        raise ScaleError("gain: expected numbers that never fall from one level to the next, and not all the same")
    return tuple(checked)


def _checked(level: Level) -> Level:
    where = f"level {level.relevance}"
    if not re.fullmatch(COLOUR, level.colour.lower()):
        raise ScaleError(f"{where}: colour: expected a colour such as #31497f, got {level.colour[:20]!r}")
    if not isfinite(level.gain) or not 0 <= level.gain <= HIGHEST_GAIN:
        raise ScaleError(f"{where}: gain: expected a number from 0 to {HIGHEST_GAIN:g}")
    return Level(
        level.relevance,
        _line(level.name, f"{where}: name", LONGEST_NAME),
        _line(level.short, f"{where}: hint", LONGEST_SHORT),
        _line(level.long, f"{where}: text", LONGEST_TEXT),
        level.colour.lower(),
        level.gain,
    )


def _line(text: str, where: str, longest: int) -> str:
    """One line of text; characters that turn the direction of what follows are refused."""
    text = " ".join(text.split())
    if not text:
        raise ScaleError(f"{where}: is empty")
    if len(text) > longest:
        raise ScaleError(f"{where}: expected at most {longest} characters, got {len(text)}")
    if not all(character.isprintable() or character in JOINERS for character in text):
        raise ScaleError(f"{where}: contains characters that cannot be shown")
    return text


def _refuse_alike(levels: Sequence[Level]) -> None:
    names: dict[str, int] = {}
    for level in levels:
        other = names.setdefault(level.name.casefold(), level.relevance)
        if other != level.relevance:
            raise ScaleError(f"level {level.relevance}: name: is also the name of level {other}")


# Colours after cividis, which keeps its order for every kind of colour vision and in grey.
TVR = ScaleTemplate(
    "tvr",
    "Five levels, as in TVR-Ranking",
    (
        Level(
            0,
            "Unrelated",
            "Nothing in the clip matches the query",
            "The clip has nothing to do with the query. A visible person is not a match: people appear in almost every "
            "clip, and the query is about what they do.",
            "#31497f",
            0.0,
        ),
        Level(
            1,
            "Slight",
            "Some things match, but the action differs",
            "Some details match, for example the right objects without anybody using them as the query says, but the "
            "main action of the clip is a different one.",
            "#5f6b82",
            1.0,
        ),
        Level(
            2,
            "Partial",
            "Part of the action, with clear gaps",
            "The clip conveys part of what the query asks for. Something important is clearly missing: one of several "
            "actions, its beginning or its end, or the view of it.",
            "#8f8f86",
            3.0,
        ),
        Level(
            3,
            "Close",
            "Fits except for a detail or extra footage",
            "The clip shows the action of the query. A small detail is different or not visible, or the clip also "
            "shows some footage that the query does not mention.",
            "#c4b568",
            7.0,
        ),
        Level(
            4,
            "Perfect",
            "Every action, prominent, filling the clip",
            "Every action of the query happens, is prominent in the frame from beginning to end, and fills the clip: "
            "there is nothing before, after or between that the query does not ask for.",
            "#fde737",
            15.0,
        ),
    ),
)

TREC = ScaleTemplate(
    "trec",
    "Four levels, as in TREC",
    (
        Level(
            0,
            "Not relevant",
            "Nothing to do with the query",
            "The clip shows nothing that the query asks for.",
            "#31497f",
            0.0,
        ),
        Level(
            1,
            "Related",
            "On the topic, but no answer to the query",
            "The clip is about the topic of the query, but does not show what it asks for.",
            "#6f7584",
            1.0,
        ),
        Level(
            2,
            "Relevant",
            "Shows it, in part or among other things",
            "The clip shows what the query asks for, but something is unclear, missing, or hidden among other footage.",
            "#b3a972",
            3.0,
        ),
        Level(
            3,
            "Fully relevant",
            "Shows exactly what the query asks for",
            "The clip is dedicated to what the query asks for and shows it completely.",
            "#fde737",
            7.0,
        ),
    ),
)

BINARY = ScaleTemplate(
    "binary",
    "Two levels: relevant or not",
    (
        Level(
            0,
            "Not relevant",
            "The clip does not show it",
            "The clip does not show what the query asks for.",
            "#31497f",
            0.0,
        ),
        Level(
            1,
            "Relevant",
            "The clip shows it",
            "The clip shows what the query asks for. Other footage before or after it does not matter.",
            "#fde737",
            1.0,
        ),
    ),
)

TEMPLATES = {template.name: template for template in (TVR, TREC, BINARY)}
PUBLISHED = TVR.levels
assert scale_of(PUBLISHED) == SCALE
