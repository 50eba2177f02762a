"""Lays out the bars of active time by day: geometry alone, in the units of an SVG's view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 420.0
TOP, FLOOR = 22.0, 120.0
SECONDS_AN_HOUR = 3600


@dataclass(frozen=True, slots=True)
class DayBar:
    """One day's bar and the centre of its labels."""

    label: str
    minutes: str
    x: float
    y: float
    width: float
    height: float
    centre: float


def day_bars(days: Sequence[tuple[str, int]]) -> list[DayBar]:
    """A bar for each label and its seconds, on one scale on which an hour is never higher than the chart."""
    step = WIDTH / max(len(days), 1)
    most = max([seconds for _, seconds in days] + [SECONDS_AN_HOUR])
    bars = []
    for place, (label, seconds) in enumerate(days):
        height = round((FLOOR - TOP) * seconds / most, 2)
        bars.append(
            DayBar(
                label=label,
                minutes=str(max(1, round(seconds / 60))) if seconds else "",
                x=round((place + 0.14) * step, 2),
                y=round(FLOOR - height, 2),
                width=round(0.72 * step, 2),
                height=height,
                centre=round((place + 0.5) * step, 2),
            )
        )
    return bars
