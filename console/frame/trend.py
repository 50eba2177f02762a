"""Lays out how shares went from block to block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import floor

from moments.base.charts import Chart, Frame

FRAME = Frame(width=640, height=200, left=36, right=12, top=12, bottom=28)
MOST_LABELS = 6
STEP = 0.25
Interval = tuple[float, float]


def trend(
    labels: Sequence[str],
    measures: Sequence[tuple[str, Sequence[float | None]]],
    intervals: Sequence[Interval | None] = (),
) -> Chart:
    """The trend of each measure, which has a value (−1 to 1) or None a label; `intervals` are those of the first one.

    The axis goes from 0 to 1, or begins at the next quarter below the lowest value or bound.
    """
    known = [value for _, values in measures for value in values if value is not None]
    lowest = _lowest([*known, *[bounds[0] for bounds in intervals if bounds]])
    frame = replace(FRAME, low=lowest)
    chart = Chart(frame, legend=[name for name, _ in measures])
    steps = [STEP * at for at in range(round(lowest / STEP), round(1 / STEP) + 1)]
    chart.levels([(value, f"{value:g}".replace("-", "−")) for value in steps])
    centres = [frame.centre(place, len(labels)) for place in range(len(labels))]
    every = max(1, -(-len(labels) // MOST_LABELS))
    for place in range(0, len(labels), every):
        chart.below(centres[place], labels[place])
    for centre, bounds in zip(centres, intervals, strict=False):
        if bounds:
            top, bottom = frame.y(bounds[1]), frame.y(bounds[0])
            title = f"{bounds[0]:.2f} to {bounds[1]:.2f}".replace("-", "−")
            chart.add("rect", "trend-interval", title=title, x=centre - 4, y=top, width=8, height=bottom - top, rx=3)
    for number, (_, values) in enumerate(measures, start=1):
        places = zip(centres, values, strict=True)
        css = f"trend-{number}"
        chart.line(css, [None if value is None else (x, frame.y(value)) for x, value in places], dots=css)
    return chart


def _lowest(values: Sequence[float]) -> float:
    """Where the axis begins: 0, or the next step of a quarter below."""
    return max(-1.0, min(0.0, STEP * floor(min(values, default=0) / STEP)))
