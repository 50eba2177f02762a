"""Draws a batch in the size of a card: relevance by rank as bars, similarity as a line, what R7 looks at shaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evaluation.scale import SCALE, Scale
from moments.base.charts import BAR_SHARE, Chart, Frame

Outcome = Literal["agreed", "discarded", "withdrawn", "adjudicated", "undecided"]
FRAME = Frame(width=320, height=96, top=12, stub=3, high=SCALE.highest)
SIMILARITY = replace(FRAME, high=1)
BARS = {
    "chart-bar": ("agreed",),
    "chart-bar chart-adjudicated": ("adjudicated",),
    "chart-bar chart-discarded": ("discarded", "withdrawn", "undecided"),
}
GLYPHS: dict[str, str] = {"discarded": "×", "withdrawn": "–", "adjudicated": "◇", "undecided": "?"}


@dataclass(frozen=True, slots=True)
class SmallMark:
    """One pair of a batch; `disputed` where its first two scores did not agree, `decisive` where R7 looks at it."""

    similarity: float
    outcome: Outcome
    relevance: int | None = None
    disputed: bool = False
    decisive: bool = False


def small_chart(marks: Sequence[SmallMark], *, threshold: float, scale: Scale = SCALE) -> Chart:
    """The chart of a batch's marks by ascending rank, as few shapes, so that a page of them is drawn quickly."""
    frame = replace(FRAME, high=scale.highest)
    chart, step = Chart(frame, description=_description(marks)), frame.step(len(marks))
    tops = [frame.y(mark.relevance or 0) for mark in marks]
    places = [(mark, FRAME.centre(place, len(marks)), tops[place]) for place, mark in enumerate(marks)]
    decisive = [place for place, mark in enumerate(marks) if mark.decisive]
    if decisive:
        width = len(decisive) * step
        chart.add("rect", "chart-window", x=decisive[0] * step, y=0, width=width, height=FRAME.height)
    for css, outcomes in BARS.items():
        if path := "".join(_bar(x, top, step) for mark, x, top in places if mark.outcome in outcomes):
            chart.add("path", css, d=path)
    if decisive:
        chart.add("path", "chart-threshold", d=f"M{decisive[0] * step:.1f} {frame.y(threshold):.1f}H{FRAME.width:g}")
    chart.line("chart-line", [(x, SIMILARITY.y(mark.similarity)) for mark, x, _ in places])
    for mark, x, top in places:
        if mark.outcome in GLYPHS:
            chart.add("text", "chart-glyph", GLYPHS[mark.outcome], x=x, y=top - 4)
        elif mark.disputed:
            chart.add("circle", "chart-dot", cx=x, cy=top - 5, r=2.6)
    return chart


def _bar(centre: float, top: float, step: float) -> str:
    return f"M{centre - BAR_SHARE / 2 * step:.1f} {FRAME.height:g}V{top:.1f}h{BAR_SHARE * step:.1f}V{FRAME.height:g}z"


def _description(marks: Sequence[SmallMark]) -> str:
    """The marks in words: relevances by rank, and between what the similarity lies."""
    if not marks:
        return "no pairs"
    words = [_word(mark) for mark in marks]
    return (
        f"Relevances by rank: {', '.join(words)}. "
        f"Similarity from {marks[0].similarity:.2f} to {marks[-1].similarity:.2f}"
    )


def _word(mark: SmallMark) -> str:
    if mark.relevance is None:
        return mark.outcome
    return f"{mark.relevance}{' adjudicated' if mark.outcome == 'adjudicated' else ''}"


def outcomes_counted(marks: Sequence[SmallMark]) -> str:
    """What became of the pairs, in words."""
    found = Counter(mark.outcome for mark in marks)
    disputed = sum(mark.disputed and mark.outcome == "agreed" for mark in marks)
    parts = [f"{found[kind]} {kind}" for kind in ("agreed", "adjudicated", "discarded", "withdrawn") if found[kind]]
    if disputed:
        parts[0] += f" ({disputed} in round 2)"
    return ", ".join(parts)
