"""Lays out the charts of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moments.base.charts import Chart, DotRow, Frame

TOP, AXIS, ROW = 8.0, 26.0, 26.0
LONGEST_NAME = 21  # as "reference: similarity", which every page of runs shows
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)


@dataclass(frozen=True, slots=True)
class RunMean:
    """A run's mean with its interval."""

    name: str
    mean: float
    low: float
    high: float
    reference: bool = False


def interval_plot(estimates: Sequence[RunMean]) -> Chart:
    """The plot of the runs in their order; the axis spans what they need between 0 and 1."""
    low, high, step = _axis(estimates)
    height = TOP + ROW * len(estimates) + AXIS
    frame = Frame(width=400, height=height, left=166, right=56, top=TOP, bottom=AXIS, low=low, high=high)
    words = (f"{one.name} {one.mean:.4f}, from {one.low:.4f} to {one.high:.4f}" for one in estimates)
    chart = Chart(frame, description="; ".join(words))
    ticks = [low + at * step for at in range(round((high - low) / step) + 1)]
    chart.rows([_row(one) for one in estimates], [(value, f"{value:g}") for value in ticks])
    return chart


def _row(one: RunMean) -> DotRow:
    is_long = len(one.name) > LONGEST_NAME
    name = f"{one.name[: LONGEST_NAME - 1]}…" if is_long else one.name
    variant = "reference" if one.reference else ""
    return DotRow(name, one.mean, one.low, one.high, f"{one.mean:.3f}", one.name if is_long else "", variant)


def _axis(estimates: Sequence[RunMean]) -> tuple[float, float, float]:
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


def difference_plot(differences: Sequence[float]) -> Chart:
    """Every query's difference, at most 1 either way, largest first, as two areas around a line of zero."""
    ordered = sorted(differences, reverse=True)
    most = max((abs(value) for value in ordered), default=0.0) or 1.0
    frame = Frame(width=960, height=240, left=48, right=10, top=10, bottom=10, low=-most, high=most)
    chart = Chart(frame)
    chart.levels([(share * most, f"{share * most:+.2f}") for share in (1, 0.5, -0.5, -1)], "plot")
    gains, losses = sum(value > 0 for value in ordered), sum(value < 0 for value in ordered)
    begin = len(ordered) - losses
    for css, first, shown in (("plot-gain", 0, ordered[:gains]), ("plot-loss", begin, ordered[begin:])):
        if shown:
            chart.add("path", css, d=_area(frame, first, shown, len(ordered)))
    chart.add("line", "plot-zero", x1=frame.left, x2=frame.end, y1=frame.y(0), y2=frame.y(0))
    chart.add("text", "plot-text plot-end", "0", x=frame.left, y=frame.y(0), dx=-6, dy=4)
    return chart


def _area(frame: Frame, first: int, values: Sequence[float], count: int) -> str:
    """A path of stairs, one stair a query, closed along the line of zero."""
    left, step, zero = frame.left + first * frame.step(count), frame.step(count), frame.y(0)
    stairs = "".join(f"V{frame.y(value):.1f}H{left + (at + 1) * step:.1f}" for at, value in enumerate(values))
    return f"M{left:.1f} {zero:.1f}{stairs}V{zero:.1f}Z"
