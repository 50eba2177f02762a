"""Lays out the charts of studies of measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmark.studies.charts import NAMES, ROW, SizeLine, short_name, size_plot
from moments.base.charts import Chart, ChartElement, Frame

Figures = dict[str, Any]
CELL = 26.0


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
    return size_plot(
        name,
        [
            SizeLine(
                found["pairing"],
                found["sizes"],
                [[found[end][at][place] for end in ("mean", "low", "high")] for at in range(len(found["sizes"]))],
                band=found["pairing"] == "disjoint",
            )
            for found in pairings
        ],
    )


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
        title = name if short_name(name) != name else ""
        chart.add("text", "plot-name plot-end", f"{short_name(name)} {place + 1}", title=title, x=left, y=y, dy=4)
        rank = after.index(name) + 1
        chart.add("text", "plot-name", f"{rank} {short_name(name)}", title=title, x=right, y=other, dy=4)
    return chart


def _row_y(place: int) -> float:
    return 30 + (place + 0.5) * ROW
