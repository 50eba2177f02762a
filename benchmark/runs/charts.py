"""Lays out the charts of runs: geometry alone, in the units of an SVG's view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 400.0
LABELS = 166.0
RIGHT = 56.0
ROW = 26.0
TOP = 8.0
AXIS = 26.0
LONGEST_LABEL = 20
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A run's mean with its interval."""

    name: str
    mean: float
    low: float
    high: float
    reference: bool = False


@dataclass(frozen=True, slots=True)
class Whisker:
    """One run's line in the plot."""

    label: str
    name: str
    y: float
    x: float
    left: float
    width: float
    value: str
    said: str
    reference: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on the axis at its place."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class IntervalPlot:
    """Runs below each other, each a dot with its interval, on one axis."""

    width: float
    height: float
    left: float
    right: float
    floor: float
    whiskers: tuple[Whisker, ...]
    ticks: tuple[Tick, ...]

    @property
    def said(self) -> str:
        """The plot in words."""
        return "; ".join(whisker.said for whisker in self.whiskers)


def interval_plot(estimates: Sequence[Estimate]) -> IntervalPlot:
    """The plot of the runs in their order; the axis spans what they need between 0 and 1."""
    low, high, step = _axis(estimates)
    span, room = high - low, WIDTH - LABELS - RIGHT

    def place(value: float) -> float:
        return round(LABELS + room * (value - low) / span, 2)

    whiskers = tuple(
        Whisker(
            label=_cut(one.name),
            name=one.name,
            y=TOP + ROW * at + ROW / 2,
            x=place(one.mean),
            left=place(one.low),
            width=round(place(one.high) - place(one.low), 2),
            value=f"{one.mean:.3f}",
            said=f"{one.name} {one.mean:.4f}, from {one.low:.4f} to {one.high:.4f}",
            reference=one.reference,
        )
        for at, one in enumerate(estimates)
    )
    ticks = tuple(Tick(place(low + at * step), f"{low + at * step:g}") for at in range(round(span / step) + 1))
    floor = TOP + ROW * len(estimates)
    return IntervalPlot(WIDTH, floor + AXIS, LABELS, WIDTH - RIGHT, floor, whiskers, ticks)


def _axis(estimates: Sequence[Estimate]) -> tuple[float, float, float]:
    """From where to where the axis goes and how far its ticks are apart; at most five of these."""
    low = min((one.low for one in estimates), default=0.0)
    high = max((one.high for one in estimates), default=1.0)
    for step in STEPS:
        begin = max(0.0, int(low / step) * step)
        end = min(1.0, -int(-high / step - 0.999999) * step)
        if end - begin <= 5 * step + 1e-9:
            begin = max(0.0, min(begin, end - step))
            return round(begin, 4), round(max(end, begin + step), 4), step
    return 0.0, 1.0, 0.25


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


@dataclass(frozen=True, slots=True)
class DifferencePlot:
    """Every query's difference, largest first, as two areas around a line of zero."""

    width: float
    height: float
    left: float
    right: float
    zero: float
    above: str
    below: str
    ticks: tuple[Tick, ...]
    crossing: float


DIFFERENCE_WIDTH, DIFFERENCE_HEIGHT, DIFFERENCE_LEFT, MARGIN = 960.0, 240.0, 48.0, 10.0


def difference_plot(differences: Sequence[float]) -> DifferencePlot:
    """The plot of the differences, which are at most 1 either way, sorted by itself."""
    ordered = sorted(differences, reverse=True)
    most = max((abs(value) for value in ordered), default=0.0) or 1.0
    room = DIFFERENCE_WIDTH - DIFFERENCE_LEFT - MARGIN
    zero, step = DIFFERENCE_HEIGHT / 2, room / max(len(ordered), 1)
    rise = zero - MARGIN
    gains = sum(value > 0 for value in ordered)
    losses = sum(value < 0 for value in ordered)
    heights = [zero - rise * value / most for value in ordered]
    begin = len(ordered) - losses
    ticks = tuple(Tick(round(zero - rise * share, 2), f"{share * most:+.2f}") for share in (1, 0.5, -0.5, -1))
    return DifferencePlot(
        width=DIFFERENCE_WIDTH,
        height=DIFFERENCE_HEIGHT,
        left=DIFFERENCE_LEFT,
        right=DIFFERENCE_WIDTH - MARGIN,
        zero=zero,
        above=_area(heights[:gains], DIFFERENCE_LEFT, step, zero),
        below=_area(heights[begin:], DIFFERENCE_LEFT + begin * step, step, zero),
        ticks=ticks,
        crossing=round(DIFFERENCE_LEFT + gains * step, 2),
    )


def _area(heights: Sequence[float], left: float, step: float, zero: float) -> str:
    """A path of stairs, one stair a query, closed along the line of zero."""
    if not heights:
        return ""
    stairs = "".join(f"V{height:.1f}H{left + (at + 1) * step:.1f}" for at, height in enumerate(heights))
    return f"M{left:.1f} {zero:.1f}{stairs}V{zero:.1f}Z"
