"""Lays out the charts of the lead's pages: geometry alone, in the units of an SVG's view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["agreed", "discarded", "withdrawn", "adjudicated", "undecided", "unopened"]
HIGHEST = 4
GLYPHS: dict[str, str] = {"discarded": "×", "withdrawn": "–", "adjudicated": "◇", "undecided": "?"}
SHORT: dict[str, str] = {"adjudicated": "by lead"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One pair as a chart sees it: relevance where agreed or adjudicated; `decisive` where R7 looks at it."""

    rank: int
    similarity: float
    outcome: Outcome
    relevance: int | None = None
    batch: int | None = None
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart and the room around its plot; `stub` is the height of a bar of relevance 0."""

    width: float
    height: float
    left: float = 0
    right: float = 0
    top: float = 0
    bottom: float = 0
    stub: float = 3

    @property
    def floor(self) -> float:
        """Where the bars stand."""
        return self.height - self.bottom

    @property
    def rise(self) -> float:
        """The height from relevance 0, or similarity 0, to the highest."""
        return self.floor - self.top - self.stub


@dataclass(frozen=True, slots=True)
class Bar:
    """One pair's bar, with its centre and a glyph where it has no relevance."""

    rank: int
    x: float
    y: float
    width: float
    height: float
    centre: float
    outcome: Outcome
    relevance: int | None
    decisive: bool
    glyph: str
    batch: int | None


@dataclass(frozen=True, slots=True)
class Point:
    """A place on a line."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis, at its place along it."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch along the ranks."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class RankChart:
    """Relevance by rank as bars, similarity as a line, R7's window and the batches' boundaries."""

    frame: Frame
    bars: tuple[Bar, ...]
    points: tuple[Point, ...]
    windows: tuple[Span, ...]
    boundaries: tuple[float, ...]
    ranks: tuple[Tick, ...]
    relevances: tuple[Tick, ...]
    similarities: tuple[Tick, ...]

    @property
    def right(self) -> float:
        """Where the plot ends."""
        return self.frame.width - self.frame.right

    @property
    def plot_height(self) -> float:
        """From the top of the plot to where the bars stand."""
        return self.frame.floor - self.frame.top

    @property
    def line(self) -> str:
        """The similarity line as an SVG's list of points."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


FULL = Frame(width=960, height=300, left=38, right=44, top=16, bottom=34, stub=4)


def rank_chart(marks: Sequence[Mark], *, frame: Frame = FULL) -> RankChart:
    """The chart of the marks in their order, which is that of rank. Without marks it is empty."""
    step = (frame.width - frame.left - frame.right) / max(len(marks), 1)
    bars = tuple(_bar(mark, place, step, frame) for place, mark in enumerate(marks))
    return RankChart(
        frame=frame,
        bars=bars,
        points=tuple(
            Point(bar.centre, _height_of(mark.similarity, 1, frame)) for bar, mark in zip(bars, marks, strict=True)
        ),
        windows=_windows(bars, step, frame),
        boundaries=tuple(
            round(frame.left + place * step, 2)
            for place in range(1, len(marks))
            if marks[place].batch != marks[place - 1].batch
        ),
        ranks=tuple(Tick(bar.centre, str(bar.rank)) for bar in bars if bar.rank == 1 or bar.rank % 5 == 0),
        relevances=tuple(Tick(_height_of(level, HIGHEST, frame), str(level)) for level in range(HIGHEST + 1)),
        similarities=tuple(Tick(_height_of(value, 1, frame), f"{value:g}") for value in (0, 0.5, 1)),
    )


def _bar(mark: Mark, place: int, step: float, frame: Frame) -> Bar:
    height = frame.stub + frame.rise * (mark.relevance or 0) / HIGHEST
    left = frame.left + place * step
    return Bar(
        rank=mark.rank,
        x=round(left + 0.12 * step, 2),
        y=round(frame.floor - height, 2),
        width=round(0.76 * step, 2),
        height=round(height, 2),
        centre=round(left + step / 2, 2),
        outcome=mark.outcome,
        relevance=mark.relevance,
        decisive=mark.decisive,
        glyph=GLYPHS.get(mark.outcome, ""),
        batch=mark.batch,
    )


def _height_of(value: float, highest: float, frame: Frame) -> float:
    """The place of a value on its axis; what lies below 0 is drawn at 0."""
    share = min(max(value / highest, 0), 1)
    return round(frame.floor - frame.stub - frame.rise * share, 2)


def _windows(bars: Sequence[Bar], step: float, frame: Frame) -> tuple[Span, ...]:
    """The stretches of neighbouring decisive bars of one batch."""
    spans: list[Span] = []
    for place, bar in enumerate(bars):
        if not bar.decisive:
            continue
        left = round(frame.left + place * step, 2)
        goes_on = place > 0 and bars[place - 1].decisive and bars[place - 1].batch == bar.batch
        if goes_on:
            spans[-1] = Span(spans[-1].x, round(left + step - spans[-1].x, 2))
        else:
            spans.append(Span(left, round(step, 2)))
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a histogram: what it counts, how many, and its place."""

    label: str
    count: int
    x: float
    y: float
    width: float
    height: float
    centre: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many pairs have each relevance, and how many have none."""

    frame: Frame
    columns: tuple[Column, ...]


HISTOGRAM = Frame(width=420, height=220, left=4, right=4, top=24, bottom=26, stub=2)


def histogram(marks: Sequence[Mark], *, frame: Frame = HISTOGRAM) -> Histogram:
    """The counts of agreed relevances 0 to 4 and of pairs that ended otherwise, on one scale."""
    agreed = [mark.relevance for mark in marks if mark.outcome == "agreed"]
    outcomes = [mark.outcome for mark in marks]
    counted: list[tuple[str, int, Outcome]] = [
        (str(level), agreed.count(level), "agreed") for level in range(HIGHEST + 1)
    ]
    counted.append(("discarded", outcomes.count("discarded"), "discarded"))
    rare: tuple[Outcome, ...] = ("adjudicated", "withdrawn")
    counted += [
        (SHORT.get(outcome, outcome), outcomes.count(outcome), outcome) for outcome in rare if outcome in outcomes
    ]
    step = (frame.width - frame.left - frame.right) / len(counted)
    most = max(count for _, count, _ in counted) or 1
    columns = []
    for place, (label, count, outcome) in enumerate(counted):
        height = round(frame.stub + frame.rise * count / most, 2)
        left = frame.left + place * step
        columns.append(
            Column(
                label=label,
                count=count,
                x=round(left + 0.12 * step, 2),
                y=round(frame.floor - height, 2),
                width=round(0.76 * step, 2),
                height=height,
                centre=round(left + step / 2, 2),
                outcome=outcome,
            )
        )
    return Histogram(frame, tuple(columns))
