"""Lays out the scores of the last days as bars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

from moments.base.charts import Chart, Column, Frame
from moments.base.dates import readable_day

FRAME = Frame(width=720, height=200, left=48, right=16, top=12, bottom=26)
DAYS_SHOWN = 30
DAYS_A_LABEL = 5


def score_days(scores_by_day: Mapping[date, int], *, today: date, what: str = "Scores") -> Chart:
    """The bars of the last thirty days, oldest first, on a scale that ends at a round number."""
    shown = [today - timedelta(days=back) for back in reversed(range(DAYS_SHOWN))]
    scores = [(day, scores_by_day.get(day, 0)) for day in shown]
    most = round_above(max(count for _, count in scores))
    words = ", ".join(f"{readable_day(day)}: {count}" for day, count in scores if count)
    title = f"{what} a day, last {DAYS_SHOWN} days"
    chart = Chart(replace(FRAME, high=most), title, words or f"No {what.lower()}")
    chart.levels([(most * part / 2, f"{most * part // 2:,}") for part in range(3)])
    chart.columns(
        [Column(count, title=f"{readable_day(day)}: {count}", label=_label(day, today)) for day, count in scores]
    )
    return chart


def round_above(number: int) -> int:
    """The next of 2, 4, 10, 20, 40, 100, … that is not below the number."""
    top = 1
    while True:
        for step in (2, 4, 10):
            if number <= step * top:
                return step * top
        top *= 10


def _label(day: date, today: date) -> str:
    return f"{day.day} {day:%b}" if (today - day).days % DAYS_A_LABEL == 0 else ""
