"""Lays out the charts of studies of measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from moments.base.charts import Chart, ChartElement, DotRow, Frame, Point

Figures = dict[str, Any]
CELL, NAMES, ROW = 26.0, 178.0, 24.0
LONGEST_NAME = 24


def agreement_map(names: Sequence[str], tau: Sequence[Sequence[float | None]]) -> Chart:
    """A square for every two measures, stronger the further τ-b is from 0, in another colour below 0."""
    return _squares(names, tau, 1.0, "Kendall's tau-b between the orders of every two measures")


def checkpoint_map(names: Sequence[str], z: Sequence[Sequence[float | None]]) -> Chart:
    """A square for the z-score of what each measure (rows) picks under every measure (columns), likewise."""
    known = [abs(value) for row in z for value in row if value is not None]
    return _squares(names, z, max(known, default=0.0) or 1.0, "z-scores of what each measure picks under every measure")


def _squares(names: Sequence[str], values: Sequence[Sequence[float | None]], most: float, what: str) -> Chart:
    side = CELL * len(names)
    frame = Frame(width=NAMES + side + 8, height=side + 30, left=NAMES, top=26, right=8, bottom=4)
    chart = Chart(frame, description=f"{what}; the table has them all")
    for row, (name, cells) in enumerate(zip(names, values, strict=True)):
        y = frame.top + row * CELL
        chart.add("text", "plot-name plot-end", f"{name}  {row + 1}", x=NAMES, y=y, dx=-8, dy=CELL / 2 + 4)
        centre = NAMES + (row + 0.5) * CELL
        chart.add("text", "plot-text plot-middle", f"{row + 1}", x=centre, y=frame.top, dy=-8)
        for column, value in enumerate(cells):
            title = f"{name} and {names[column]}: {'undefined' if value is None else f'{value:.3f}'}"
            css = "heat-none" if value is None else "heat" if value >= 0 else "heat heat-against"
            strength: dict[str, float] = {} if value is None else {"fill-opacity": 0.06 + 0.94 * abs(value) / most}
            at: dict[str, float | str] = {"x": NAMES + column * CELL + 1, "y": y + 1, **strength}
            chart.shapes.append(ChartElement("rect", css, {**at, "width": CELL - 2, "height": CELL - 2}, title=title))
    return chart


def self_agreement_plot(name: str, place: int, pairings: Sequence[Figures]) -> Chart:
    """One measure's mean τ-b by the size of the sets, for both kinds of sets; the band holds 95% of the trials."""
    frame = Frame(width=300, height=170, left=36, right=12, top=10, bottom=26, low=0, high=1)
    chart = Chart(frame, title=name, description=f"{name}: mean tau-b by number of queries; the table has the figures")
    chart.levels([(level, f"{level:g}") for level in (0, 0.5, 1)], "plot")
    sizes = [size for found in pairings for size in found["sizes"]]
    if not sizes:
        return chart
    for found in pairings:
        kind = found["pairing"]
        if kind == "disjoint":
            ends = [_points(frame, found, sizes, end, place) for end in ("low", "high")]
            known = [point for point in [*ends[0], *reversed(ends[1])] if point is not None]
            chart.add("polygon", "plot-band", points=" ".join(f"{x:g},{y:g}" for x, y in known))
        dots = f"plot-dot-{kind}"
        chart.line(f"plot-line plot-line-{kind}", _points(frame, found, sizes, "mean", place), dots=dots, r=2.5)
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


def _points(frame: Frame, found: Figures, sizes: Sequence[int], what: str, place: int) -> list[Point | None]:
    values = [row[place] for row in found[what]]
    return [
        None if value is None else (_across(frame, size, sizes), frame.y(value))
        for size, value in zip(found["sizes"], values, strict=True)
    ]


def _across(frame: Frame, size: int, sizes: Sequence[int]) -> float:
    """The place of a size on a logarithmic axis."""
    low, high = log(min(sizes)), log(max(sizes))
    share = (log(size) - low) / (high - low) if high > low else 0.5
    return round(frame.left + 8 + (frame.end - frame.left - 16) * share, 2)


def interval_rows(
    values: Mapping[str, Sequence[float | None]], *, low: float, high: float, ticks: Sequence[float], what: str
) -> Chart:
    """A dot with its interval for each name, on one scale."""
    height = 8 + ROW * len(values) + 26
    frame = Frame(width=460, height=height, left=NAMES, right=56, top=8, bottom=26, low=low, high=high)
    words = (f"{name} {'undefined' if one[0] is None else f'{one[0]:.3f}'}" for name, one in values.items())
    chart = Chart(frame, description=f"{what}: {'; '.join(words)}")
    chart.rows([_row(name, *one) for name, one in values.items()], [(tick, f"{tick:g}") for tick in ticks])
    return chart


def _row(name: str, value: float | None, low: float | None, high: float | None) -> DotRow:
    text = "–" if value is None else f"{value:.3f}"
    return DotRow(_cut(name), value, low, high, text, name if _cut(name) != name else "")


def order_change(before: Sequence[str], after: Sequence[str], heads: tuple[str, str]) -> Chart:
    """Two orders of the same systems, best first, with a line from each system's place to its other place."""
    height, left, right = 34 + ROW * len(before), 190.0, 330.0
    chart = Chart(Frame(width=520, height=height, left=left, right=190, top=30, bottom=4), description="Both orders")
    for x, head, css in ((left, heads[0], "plot-end"), (right, heads[1], "plot-start")):
        chart.add("text", f"plot-text {css}", head, x=x, y=18)
    for place, name in enumerate(before):
        y, other = _row_y(place), _row_y(after.index(name))
        css = "plot-line-same" if y == other else "plot-line-moved"
        chart.line(f"plot-line {css}", [(left + 8, y), (right - 8, other)], dots=f"plot-dot-{css[10:]}", r=3)
        title = name if _cut(name) != name else ""
        chart.add("text", "plot-name plot-end", f"{_cut(name)} {place + 1}", title=title, x=left, y=y, dy=4)
        rank = after.index(name) + 1
        chart.add("text", "plot-name", f"{rank} {_cut(name)}", title=title, x=right, y=other, dy=4)
    return chart


def _row_y(place: int) -> float:
    return 30 + (place + 0.5) * ROW


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
