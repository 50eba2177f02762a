"""The bars of active time by day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from moments.base.charts import Chart, Column, Frame

FRAME = Frame(width=420, height=142, top=22, bottom=22)
SECONDS_AN_HOUR = 3600


def day_bars(days: Sequence[tuple[str, int]]) -> Chart:
    """A bar for each label and its seconds, on one scale on which an hour is never higher than the chart."""
    chart = Chart(replace(FRAME, high=max([seconds for _, seconds in days] + [SECONDS_AN_HOUR])))
    chart.add("line", "chart-grid", x1=0, x2=FRAME.end, y1=FRAME.floor + 0.5, y2=FRAME.floor + 0.5)
    chart.columns(
        [
            Column(seconds, over=str(max(1, round(seconds / 60))) if seconds else "", label=label)
            for label, seconds in days
        ],
        dy=16,
    )
    return chart
