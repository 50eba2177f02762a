"""Lays out the plots of the exam report: geometry alone, in the units of an SVG's view box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

WIDTH = 400.0
LABELS = 92.0
RIGHT = 56.0
ROW = 22.0
TOP = 8.0
AXIS = 26.0

Placing = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Value:
    """Somebody's value with its interval, if it has one; None where it is not defined."""

    name: str
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Dot:
    """One person's line in a plot; `x` None where there is no value."""

    name: str
    y: float
    x: float | None
    left: float
    width: float
    told: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on the axis at its place."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class PeoplePlot:
    """People below each other, each a dot with its interval, on an axis that all of them share."""

    title: str
    width: float
    height: float
    left: float
    right: float
    floor: float
    mean: float | None
    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]

    @property
    def said(self) -> str:
        """The plot in words."""
        return "; ".join(f"{dot.name} {dot.told}" for dot in self.dots)


def people_plot(
    title: str, values: Sequence[Value], *, ends: tuple[float, float], percent: bool = False, mean: float | None = None
) -> PeoplePlot:
    """The plot between `ends`; what lies outside is drawn at the end. `mean` is a line through all."""
    low, high = ends
    room, floor = WIDTH - LABELS - RIGHT, TOP + ROW * len(values)

    def place(value: float) -> float:
        return round(LABELS + room * (min(max(value, low), high) - low) / (high - low), 2)

    ticks = tuple(
        Tick(place(low + (high - low) * step / 4), told(low + (high - low) * step / 4, percent)) for step in range(5)
    )
    dots = tuple(_dot(one, TOP + ROW * (at + 0.5), place, percent) for at, one in enumerate(values))
    middle = None if mean is None else place(mean)
    return PeoplePlot(title, WIDTH, floor + AXIS, LABELS, WIDTH - RIGHT, floor, middle, dots, ticks)


def told(value: float | None, percent: bool = False) -> str:
    """The value in few characters; a dash for none."""
    if value is None:
        return "–"
    return f"{100 * value:.0f}%" if percent else f"{round(value, 2) + 0.0:.2f}"


def _dot(one: Value, y: float, place: Placing, percent: bool) -> Dot:
    left, right = (place(bound) if bound is not None else 0.0 for bound in (one.low, one.high))
    x = None if one.value is None else place(one.value)
    return Dot(one.name, y, x, left, round(right - left, 2), told(one.value, percent))


@dataclass(frozen=True, slots=True)
class LevelBar:
    """How many gave a level, as a bar."""

    x: float
    y: float
    height: float
    level: int
    count: int


SPARK_HEIGHT, SPARK_STEP = 36.0, 22.0


def level_bars(counts: Sequence[int]) -> tuple[LevelBar, ...]:
    """A small histogram of levels, 5 bars of 22 units in a box 36 high; a level that nobody gave is a line."""
    most = max(counts, default=0) or 1
    heights = [round(1.5 + (SPARK_HEIGHT - 1.5) * count / most, 2) for count in counts]
    return tuple(
        LevelBar(SPARK_STEP * level + 2, round(SPARK_HEIGHT - height, 2), height, level, count)
        for level, (count, height) in enumerate(zip(counts, heights, strict=True))
    )
