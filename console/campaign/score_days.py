"""Lays out the bars of scores by day: geometry alone, in the units of an SVG's view box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from console.frame.charts import Frame, Tick

FRAME = Frame(width=720, height=200, left=48, right=16, top=12, bottom=26, stub=0)
DAYS_SHOWN = 30
DAYS_A_LABEL = 5


@dataclass(frozen=True, slots=True)
class ScoreDay:
    """One day's bar, and its label where there is room."""

    day: date
    scores: int
    x: float
    y: float
    width: float
    height: float
    centre: float
    label: str


@dataclass(frozen=True, slots=True)
class ScoreDays:
    """The last days, oldest first, today last."""

    frame: Frame
    days: tuple[ScoreDay, ...]
    levels: tuple[Tick, ...]

    @property
    def right(self) -> float:
        """Where the plot ends."""
        return self.frame.width - self.frame.right

    @property
    def worked(self) -> list[ScoreDay]:
        """The days with scores."""
        return [day for day in self.days if day.scores]


def score_days(scores_by_day: Mapping[date, int], *, today: date) -> ScoreDays:
    """The bars of the last thirty days, on a scale that ends at a round number."""
    shown = [today - timedelta(days=back) for back in reversed(range(DAYS_SHOWN))]
    most = round_above(max(scores_by_day.get(day, 0) for day in shown))
    step = (FRAME.width - FRAME.left - FRAME.right) / DAYS_SHOWN
    return ScoreDays(
        frame=FRAME,
        days=tuple(_bar(day, scores_by_day.get(day, 0), place, step, most) for place, day in enumerate(shown)),
        levels=tuple(Tick(round(FRAME.floor - FRAME.rise * part / 2, 2), f"{most * part // 2:,}") for part in range(3)),
    )


def round_above(number: int) -> int:
    """The next of 2, 4, 10, 20, 40, 100, … that is not below the number."""
    top = 1
    while True:
        for step in (2, 4, 10):
            if number <= step * top:
                return step * top
        top *= 10


def _bar(day: date, scores: int, place: int, step: float, most: int) -> ScoreDay:
    height = round(FRAME.rise * scores / most, 2)
    left = FRAME.left + place * step
    back = DAYS_SHOWN - 1 - place
    return ScoreDay(
        day=day,
        scores=scores,
        x=round(left + 0.12 * step, 2),
        y=round(FRAME.floor - height, 2),
        width=round(0.76 * step, 2),
        height=height,
        centre=round(left + step / 2, 2),
        label=f"{day.day} {day:%b}" if back % DAYS_A_LABEL == 0 else "",
    )
