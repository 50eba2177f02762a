"""A section of the report: what it says in a sentence, its table, and what is to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from moments.scale import PUBLISHED, Level

COLOURS = tuple(level.colour for level in PUBLISHED)
BINS_A_UNIT = 20
Cell = str | int | float | None
NO_RELEVANCE = "No decided pair has an agreed relevance"


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing: which chart, its axes' titles and its rows; a line may have a `border`, drawn across it at that x.

    `colours` are those of the levels of the scale, lowest first.
    """

    name: str
    chart: str
    sentence: str
    x: str
    y: str
    rows: tuple[dict[str, Cell], ...]
    border: float | None = None
    colours: tuple[str, ...] = COLOURS


@dataclass(frozen=True, slots=True)
class Section:
    """One analysis; `sentence` holds its main figures and describes its drawings too.

    If there is nothing to analyse, it has no rows and no drawings, and says so.
    """

    name: str
    title: str
    sentence: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    plots: tuple[Plot, ...]


def without_relevance(name: str, title: str, header: tuple[str, ...]) -> Section:
    """A section that needs a relevance, if there is none."""
    return Section(name, title, f"{NO_RELEVANCE}, so there is nothing to show here.", header, (), ())


def colours_of(levels: Sequence[Level]) -> tuple[str, ...]:
    """The colours of the levels of a scale, for drawings."""
    return tuple(level.colour for level in levels)


def percent(part: int, whole: int) -> float:
    """The share in percent, to two decimals; of nothing it is 0."""
    return round(100 * part / whole, 2) if whole else 0.0


def mean_level(counts: Sequence[int]) -> float | None:
    """The mean of levels that were given so often, to two decimals; None if none was."""
    total = sum(counts)
    return round(sum(level * count for level, count in enumerate(counts)) / total, 2) if total else None


def levels_by(counted: Mapping[tuple[int, int], int], count: int = len(COLOURS)) -> dict[int, tuple[int, ...]]:
    """The counts of each of `count` levels by the first key, in its order."""
    keys = sorted({key for key, _ in counted})
    return {key: tuple(counted.get((key, level), 0) for level in range(count)) for key in keys}


def share_rows(bins: Iterable[tuple[float, float, Sequence[int]]]) -> tuple[dict[str, Cell], ...]:
    """A row for each bin, by where it begins and ends, and level, with the level's share in percent."""
    return tuple(
        {"from": begin, "to": end, "level": level, "share": percent(counts[level], sum(counts))}
        for begin, end, counts in bins
        for level in range(len(counts))
    )
