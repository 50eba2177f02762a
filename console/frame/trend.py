"""Lays out how shares went from block to block: geometry alone, in the units of an SVG's view box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor

from console.frame.charts import Frame, Point, Tick

FRAME = Frame(width=640, height=200, left=36, right=12, top=12, bottom=28)
MOST_LABELS = 6
STEP = 0.25


@dataclass(frozen=True, slots=True)
class Series:
    """One measure: its stretches of line, and its points."""

    name: str
    lines: tuple[str, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Trend:
    """Measures over blocks, drawn from 0 to 1, or from further down where one lies below 0."""

    frame: Frame
    series: tuple[Series, ...]
    levels: tuple[Tick, ...]
    blocks: tuple[Tick, ...]

    @property
    def right(self) -> float:
        """Where the plot ends."""
        return self.frame.width - self.frame.right


def trend(labels: Sequence[str], measures: Sequence[tuple[str, Sequence[float | None]]]) -> Trend:
    """The trend of each measure, which has a value (−1 to 1) or None a label.

    The axis goes from 0 to 1, or begins at the next quarter below the lowest value.
    """
    room = FRAME.width - FRAME.left - FRAME.right
    step = room / max(len(labels), 1)
    every = max(1, -(-len(labels) // MOST_LABELS))
    places = [round(FRAME.left + (place + 0.5) * step, 2) for place in range(len(labels))]
    lowest = _lowest([value for _, values in measures for value in values if value is not None])
    steps = range(round(lowest / STEP), round(1 / STEP) + 1)
    return Trend(
        frame=FRAME,
        series=tuple(_series(name, values, places, lowest) for name, values in measures),
        levels=tuple(Tick(_height(STEP * at, lowest), f"{STEP * at:g}".replace("-", "−")) for at in steps),
        blocks=tuple(Tick(places[place], labels[place]) for place in range(0, len(labels), every)),
    )


def _series(name: str, values: Sequence[float | None], places: Sequence[float], lowest: float) -> Series:
    points = [
        None if value is None else Point(x, _height(value, lowest)) for value, x in zip(values, places, strict=True)
    ]
    lines = tuple(" ".join(f"{point.x},{point.y}" for point in run) for run in _runs(points) if len(run) > 1)
    return Series(name, lines, tuple(point for point in points if point is not None))


def _runs(points: Sequence[Point | None]) -> Iterator[list[Point]]:
    """The stretches of points between gaps."""
    for _, run in groupby(points, key=lambda point: point is None):
        stretch = [point for point in run if point is not None]
        if stretch:
            yield stretch


def _lowest(values: Sequence[float]) -> float:
    """Where the axis begins: 0, or the next step of a quarter below."""
    return max(-1.0, min(0.0, STEP * floor(min(values, default=0) / STEP)))


def _height(value: float, lowest: float) -> float:
    share = (min(max(value, lowest), 1) - lowest) / (1 - lowest)
    return round(FRAME.floor - (FRAME.floor - FRAME.top) * share, 2)
