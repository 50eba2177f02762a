"""Lays out the charts that studies of runs share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from moments.base.charts import Chart, DotRow, Frame, Point

Figures = dict[str, Any]
NAMES, ROW = 178.0, 24.0
LONGEST_NAME = 20
LETTER, FIGURES = 8.0, 282.0


@dataclass(frozen=True, slots=True)
class SizeLine:
    """τ-b by the size of sets: for each size the mean, low and high, with a band or whiskers for low and high."""

    style: str
    sizes: Sequence[int]
    values: Sequence[Sequence[float | None]]
    band: bool = False
    whisker: bool = False


def size_plot(name: str, lines: Sequence[SizeLine]) -> Chart:
    """Mean τ-b by the number of queries, on a logarithmic axis."""
    frame = Frame(width=300, height=170, left=36, right=12, top=10, bottom=26, low=0, high=1)
    chart = Chart(frame, title=name, description=f"{name}: mean tau-b by number of queries; the table has the figures")
    chart.levels([(level, f"{level:g}") for level in (0, 0.5, 1)], "plot")
    sizes = [size for line in lines for size in line.sizes]
    if not sizes:
        return chart
    for line in lines:
        mean, low, high = (_points(frame, line, sizes, end) for end in range(3))
        if line.band:
            known = [point for point in [*low, *reversed(high)] if point is not None]
            chart.add("polygon", "plot-band", points=" ".join(f"{x:g},{y:g}" for x, y in known))
        for ends in zip(low, high, strict=True) if line.whisker else ():
            chart.line(f"plot-line plot-line-{line.style}", list(ends))
        chart.line(f"plot-line plot-line-{line.style}", mean, dots=f"plot-dot-{line.style}", r=2.5)
    for size in (min(sizes), max(sizes)):
        chart.below(_across(frame, size, sizes), f"{size:,}", family="plot")
    return chart


def noise_plot(name: str, levels: Sequence[Figures]) -> Chart:
    """One measure's RMSE, with a band that holds 95% of the draws, and τ-b by the variance of the noise.

    A τ-b below 0 is drawn at 0.
    """
    frame = Frame(width=300, height=170, left=36, right=12, top=10, bottom=26, low=0, high=1)
    found = (f"beta² {one['beta2']:.3g}: RMSE {one['rmse'][name][0]:.3f}" for one in levels)
    chart = Chart(frame, title=name, description=f"{name}: {'; '.join(found)}; the tables have the figures")
    chart.levels([(level, f"{level:g}") for level in (0, 0.5, 1)], "plot")
    most = max(level["beta2"] for level in levels) or 1.0
    xs = [round(frame.left + 8 + (frame.end - frame.left - 16) * level["beta2"] / most, 2) for level in levels]
    for part, kind in (("rmse", "disjoint"), ("tau_b", "overlapping")):
        mean, low, high = (
            [None if value is None else (x, frame.y(value)) for x, value in zip(xs, column, strict=True)]
            for column in zip(*(level[part][name] for level in levels), strict=True)
        )
        if part == "rmse":
            known = [point for point in [*low, *reversed(high)] if point is not None]
            chart.add("polygon", "plot-band", points=" ".join(f"{x:g},{y:g}" for x, y in known))
        chart.line(f"plot-line plot-line-{kind}", mean, dots=f"plot-dot-{kind}", r=2.5)
    for x, level in zip(xs, levels, strict=True):
        chart.below(x, f"{level['beta2']:.3g}", family="plot")
    return chart


def interval_rows(
    values: Mapping[str, Sequence[float | None]],
    *,
    low: float,
    high: float,
    ticks: Sequence[float],
    what: str,
    longest: int = LONGEST_NAME,
) -> Chart:
    """A dot with its interval for each name, on one scale; names of more than `longest` letters are cut."""
    height, left = 8 + ROW * len(values) + 26, NAMES + LETTER * (longest - LONGEST_NAME)
    frame = Frame(width=left + FIGURES, height=height, left=left, right=56, top=8, bottom=26, low=low, high=high)
    words = (f"{name} {'undefined' if one[0] is None else f'{one[0]:.3f}'}" for name, one in values.items())
    chart = Chart(frame, description=f"{what}: {'; '.join(words)}")
    chart.rows([_row(name, longest, *one) for name, one in values.items()], [(tick, f"{tick:g}") for tick in ticks])
    return chart


def _row(name: str, longest: int, value: float | None, low: float | None, high: float | None) -> DotRow:
    text, shown = "–" if value is None else f"{value:.3f}", short_name(name, longest)
    return DotRow(shown, value, low, high, text, name if shown != name else "")


def _points(frame: Frame, line: SizeLine, sizes: Sequence[int], end: int) -> list[Point | None]:
    """The line's means, lows or highs; a value below 0 is drawn at 0."""
    values = [triple[end] for triple in line.values]
    return [
        None if value is None else (_across(frame, size, sizes), frame.y(value))
        for size, value in zip(line.sizes, values, strict=True)
    ]


def _across(frame: Frame, size: int, sizes: Sequence[int]) -> float:
    """The place of a size on a logarithmic axis."""
    low, high = log(min(sizes)), log(max(sizes))
    share = (log(size) - low) / (high - low) if high > low else 0.5
    return round(frame.left + 8 + (frame.end - frame.left - 16) * share, 2)


def short_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A name that fits beside a chart."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"
