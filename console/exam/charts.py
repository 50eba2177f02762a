"""Lays out the plots of the exam report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from moments.base.charts import Chart, Column, DotRow, Frame

TOP, AXIS, ROW = 8.0, 26.0, 22.0
LEVELS = Frame(width=112, height=50, right=2, bottom=14, stub=1.5)


@dataclass(frozen=True, slots=True)
class PlottedValue:
    """Somebody's value with its interval, if it has one; None if it is not defined."""

    name: str
    value: float | None
    low: float | None
    high: float | None


def people_plot(
    title: str,
    values: Sequence[PlottedValue],
    *,
    ends: tuple[float, float],
    percent: bool = False,
    mean: float | None = None,
) -> Chart:
    """The plot between `ends`; what lies outside is drawn at the end. `mean` is a line through all."""
    low, high = ends
    height = TOP + ROW * len(values) + AXIS
    frame = Frame(width=400, height=height, left=92, right=56, top=TOP, bottom=AXIS, low=low, high=high)
    rows = [DotRow(one.name, one.value, one.low, one.high, as_text(one.value, percent)) for one in values]
    chart = Chart(frame, title, "; ".join(f"{row.name} {row.text}" for row in rows))
    steps = [low + (high - low) * step / 4 for step in range(5)]
    chart.rows(rows, [(value, as_text(value, percent)) for value in steps], middle=mean)
    return chart


def as_text(value: float | None, percent: bool = False) -> str:
    """The value in few characters; a dash for none."""
    if value is None:
        return "–"
    return f"{100 * value:.0f}%" if percent else f"{round(value, 2) + 0.0:.2f}"


def level_bars(counts: Sequence[int]) -> Chart:
    """A small histogram of levels; one that nobody gave is a line."""
    words = ", ".join(f"{count} gave {level}" for level, count in enumerate(counts))
    chart = Chart(replace(LEVELS, high=max(counts, default=0) or 1), description=words)
    chart.columns([Column(count, label=str(level)) for level, count in enumerate(counts)], dy=12)
    return chart
