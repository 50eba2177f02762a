"""A section of the report: what it says in a sentence, its table, and what is to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from consensus.report.counts import LEVELS

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing: which chart, its axes' titles and its rows."""

    name: str
    chart: str
    said: str
    x: str
    y: str
    rows: tuple[dict[str, Cell], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One analysis; `said` is the sentence with its main figures, which stands for the drawings too."""

    name: str
    title: str
    said: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    plots: tuple[Plot, ...]


def percent(part: int, whole: int) -> float:
    """The share in percent, to two decimals; of nothing it is 0."""
    return round(100 * part / whole, 2) if whole else 0.0


def mean_level(counts: Sequence[int]) -> float | None:
    """The mean of levels that were given so often, to two decimals; None where none was."""
    total = sum(counts)
    return round(sum(level * count for level, count in enumerate(counts)) / total, 2) if total else None


def levels_by(counted: Mapping[tuple[int, int], int]) -> dict[int, tuple[int, ...]]:
    """The counts of each level by the first key, in its order."""
    return {key: tuple(counted.get((key, level), 0) for level in LEVELS) for key in sorted({key for key, _ in counted})}


def share_rows(x: Iterable[tuple[Cell, Sequence[int]]]) -> tuple[dict[str, Cell], ...]:
    """A row for each x and level, with the level's share in percent."""
    return tuple(
        {"x": place, "level": level, "share": percent(counts[level], sum(counts))}
        for place, counts in x
        for level in LEVELS
    )
