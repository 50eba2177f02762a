"""Lays out the charts of a query: relevance and similarity by rank, and how many pairs have each relevance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from evaluation.scale import SCALE, Scale
from moments.base.charts import Chart, Column, Frame

Outcome = Literal["agreed", "discarded", "withdrawn", "adjudicated", "undecided", "unopened"]
GLYPHS: dict[str, str] = {"discarded": "×", "withdrawn": "–", "adjudicated": "◇", "undecided": "?"}
SHORT: dict[str, str] = {"adjudicated": "by lead"}
BY_RANK = Frame(width=960, height=210, left=38, right=44, top=16, bottom=34, stub=4)
COUNTS = Frame(width=420, height=220, left=4, right=4, top=24, bottom=26, stub=2)


@dataclass(frozen=True, slots=True)
class Mark:
    """One pair as a chart sees it: relevance where agreed or adjudicated; `decisive` where R7 looks at it."""

    rank: int
    similarity: float
    outcome: Outcome
    relevance: int | None = None
    batch: int | None = None
    decisive: bool = False


def rank_chart(marks: Sequence[Mark], *, frame: Frame = BY_RANK, scale: Scale = SCALE) -> Chart:
    """Relevance as bars, similarity as a line, R7's windows and batches' boundaries; the marks come by rank."""
    on_scale = replace(frame, high=scale.highest)
    chart = Chart(on_scale)
    centres = [frame.centre(place, len(marks)) for place in range(len(marks))]
    _windows(chart, marks)
    chart.levels([(level, str(level)) for level in scale.levels])
    for value in (0, 0.5, 1):
        chart.add("text", "chart-text chart-text-line", f"{value:g}", x=frame.end, y=frame.y(value), dx=8, dy=4)
    _boundaries(chart, marks)
    chart.columns([_column(mark) for mark in marks])
    chart.line(
        "chart-line",
        [(x, frame.y(mark.similarity)) for x, mark in zip(centres, marks, strict=True)],
        dots="chart-point",
        r=2.2,
    )
    for x, mark in zip(centres, marks, strict=True):
        if mark.outcome in GLYPHS:
            css = f"chart-glyph chart-glyph-{mark.outcome}"
            chart.add("text", css, GLYPHS[mark.outcome], x=x, y=on_scale.y(mark.relevance or 0), dy=-5)
    return chart


def _column(mark: Mark) -> Column:
    """A bar, of a pair of an opened batch, with what it says to the pointer; every fifth rank has a label."""
    words = mark.outcome if mark.relevance is None else f"relevance {mark.relevance}"
    words += ", adjudicated" if mark.outcome == "adjudicated" and mark.relevance is not None else ""
    label = str(mark.rank) if mark.rank == 1 or mark.rank % 5 == 0 else ""
    value = None if mark.outcome == "unopened" else mark.relevance or 0
    return Column(value, f"chart-{mark.outcome}", f"Rank {mark.rank}: {words}", label=label)


def _windows(chart: Chart, marks: Sequence[Mark]) -> None:
    """Shade the stretches of neighbouring decisive pairs of one batch."""
    frame, step = chart.frame, chart.frame.step(len(marks))
    for (_, decisive), run in groupby(enumerate(marks), key=lambda one: (one[1].batch, one[1].decisive)):
        places = [place for place, _ in run]
        if decisive:
            x, width = frame.left + places[0] * step, len(places) * step
            chart.add("rect", "chart-window", x=x, y=frame.top, width=width, height=frame.floor - frame.top)


def _boundaries(chart: Chart, marks: Sequence[Mark]) -> None:
    frame = chart.frame
    for place in range(1, len(marks)):
        if marks[place].batch != marks[place - 1].batch:
            x = frame.left + place * frame.step(len(marks))
            chart.add("line", "chart-boundary", x1=x, x2=x, y1=frame.top, y2=frame.floor)


def histogram(marks: Sequence[Mark], *, scale: Scale = SCALE) -> Chart:
    """The counts of agreed relevances, level by level, and of pairs that ended otherwise, on one scale."""
    agreed = [mark.relevance for mark in marks if mark.outcome == "agreed"]
    outcomes: list[str] = [mark.outcome for mark in marks]
    counts = [(str(level), agreed.count(level), "agreed") for level in scale.levels]
    others = ["discarded", *(outcome for outcome in ("adjudicated", "withdrawn") if outcome in outcomes)]
    counts += [(SHORT.get(outcome, outcome), outcomes.count(outcome), outcome) for outcome in others]
    words = ", ".join(f"{label}: {count}" for label, count, _ in counts)
    chart = Chart(replace(COUNTS, high=max(count for _, count, _ in counts) or 1), description=words)
    chart.columns([Column(count, f"chart-{kind}", over=str(count), label=label) for label, count, kind in counts])
    return chart
