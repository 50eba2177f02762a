"""Builds the charts with Altair, for readers of either eyesight; only the drawing process imports it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor, log10
from typing import Any

import altair as alt

from consensus.report.dataset import round_step

WIDTH, HEIGHT = 460, 240
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
INK = "currentColor"
MARK = "#2f8f9d"
MOST_TICKS = 11

Drawn = Mapping[str, Any]
Built = Any  # a Chart or LayerChart; what encode and layer return is not annotated


def line(plot: Drawn) -> Built:
    """A mean on the scale of relevance, along a number; a border is a dashed rule across it."""
    means = _of(plot).mark_line(point=alt.OverlayMarkDef(size=40, color=MARK), color=MARK)
    means = means.encode(_x(plot), _level(plot))
    border = _border(plot)
    return means if border is None else alt.layer(border, means)


def _border(plot: Drawn) -> Built | None:
    """A dashed rule across the chart, where the plot has a border."""
    if plot["border"] is None:
        return None
    rule = alt.Chart({"values": [{"x": plot["border"]}]}).mark_rule(color=INK, strokeDash=[5, 3], opacity=0.7)
    return rule.encode(alt.X("x:Q"))


def groups(plot: Drawn) -> Built:
    """Means on the scale of relevance along a number, of two groups that differ in colour, shape and line."""
    both = list(dict.fromkeys(row["group"] for row in plot["rows"]))
    scale = alt.Scale(domain=both, range=[MARK, "#c8553d"])
    return (
        _of(plot)
        .mark_line(point=alt.OverlayMarkDef(size=55))
        .encode(
            _x(plot),
            _level(plot),
            alt.Color("group:N", title=None, scale=scale),
            alt.Shape("group:N", title=None, scale=alt.Scale(domain=both, range=["circle", "triangle-up"])),
            alt.StrokeDash("group:N", title=None, scale=alt.Scale(domain=both, range=[[1, 0], [5, 3]])),
        )
    )


def shares(plot: Drawn) -> Built:
    """Each level's share, stacked to 100%, in bins to scale, behind a border where there is one.

    A bin without width is drawn as wide as the others.
    """
    begin, end = min(row["from"] for row in plot["rows"]), max(row["to"] for row in plot["rows"])
    width = min((row["to"] - row["from"] for row in plot["rows"] if row["to"] > row["from"]), default=1)
    rows = [{**row, "to": max(row["to"], row["from"] + width)} for row in plot["rows"]]
    ticks, form = ticks_between(begin, end, least=width)
    axis = alt.Axis(values=ticks, format=form, labelFlush=False)
    scale = alt.Scale(domain=[begin, max(row["to"] for row in rows)], nice=False, zero=False)
    colours = alt.Scale(domain=list(range(len(plot["colours"]))), range=list(plot["colours"]))
    bins = (
        alt.Chart({"values": rows})
        .mark_bar(strokeWidth=0, binSpacing=1)
        .encode(
            alt.X("from:Q", bin="binned", title=plot["x"], scale=scale, axis=axis),
            alt.X2("to:Q"),
            alt.Y("share:Q", title=plot["y"], scale=alt.Scale(domain=[0, 100], nice=False)),
            alt.Color("level:O", title="relevance", scale=colours, sort="descending"),
            order=alt.Order("level:O"),
        )
    )
    border = _border(plot)
    return bins if border is None else alt.layer(bins, border)


def bars(plot: Drawn) -> Built:
    """A bar for each kind in the given order, with its number above."""
    kinds = [row["x"] for row in plot["rows"]]
    place = alt.X("x:O", title=plot["x"], sort=kinds, axis=alt.Axis(labelAngle=0))
    bar = _of(plot).mark_bar(color=MARK).encode(place, alt.Y("y:Q", title=plot["y"]))
    number = bar.mark_text(dy=-7, color=INK).encode(text=alt.Text("y:Q", format=".1f"))
    return alt.layer(bar, number)


def heat(plot: Drawn) -> Built:
    """Shares by two levels, each told in its cell."""
    cell = _of(plot).encode(alt.X("x:O", title=plot["x"], axis=alt.Axis(labelAngle=0)), alt.Y("y:O", title=plot["y"]))
    most = max(row["share"] for row in plot["rows"]) or 1
    colour = alt.Color("share:Q", scale=alt.Scale(domain=[0, most], range=["#e3eef6", "#0b4a75"]), legend=None)
    dark = alt.condition(f"datum.share > {0.65 * most}", alt.value("#ffffff"), alt.value("#10202c"))
    number = alt.Text("share:Q", format=".1f")
    return alt.layer(cell.mark_rect().encode(colour), cell.mark_text(fontSize=13).encode(number, color=dark))


def histogram(plot: Drawn) -> Built:
    """Counts in bins of equal width."""
    return (
        _of(plot)
        .mark_bar(color=MARK, binSpacing=1)
        .encode(alt.X("from:Q", bin="binned", title=plot["x"]), alt.X2("to:Q"), alt.Y("count:Q", title=plot["y"]))
    )


def spans(plot: Drawn) -> Built:
    """From minimum to maximum with the mean as a dot and a number."""
    kinds = [row["x"] for row in plot["rows"]]
    place = alt.X("x:O", title=plot["x"], sort=kinds, axis=alt.Axis(labelAngle=0))
    whole = _of(plot).encode(place)
    reach = whole.mark_rule(strokeWidth=3, color=MARK).encode(alt.Y("low:Q", title=plot["y"]), alt.Y2("high:Q"))
    mean = whole.mark_point(filled=True, size=90, color="#c8553d", opacity=1).encode(alt.Y("mean:Q"))
    number = mean.mark_text(dx=9, align="left", color=INK).encode(text=alt.Text("mean:Q", format=".1f"))
    return alt.layer(reach, mean, number)


def intervals(plot: Drawn) -> Built:
    """Values in the given order with their intervals, joined by a line; the axis ends at 1."""
    kinds = [row["x"] for row in plot["rows"]]
    lowest = min(value for row in plot["rows"] for value in (row["mean"], row["low"]) if value is not None)
    scale = alt.Scale(domain=[min(0.0, floor(4 * lowest) / 4), 1], nice=False)
    whole = _of(plot).encode(alt.X("x:O", title=plot["x"], sort=kinds, axis=alt.Axis(labelOverlap="greedy")))
    reach = whole.transform_filter("datum.low !== null").mark_rule(strokeWidth=3, color=MARK, opacity=0.5)
    reach = reach.encode(alt.Y("low:Q", title=plot["y"], scale=scale), alt.Y2("high:Q"))
    value = whole.mark_line(point=alt.OverlayMarkDef(size=40, color=MARK), color=MARK)
    return alt.layer(reach, value.encode(alt.Y("mean:Q", scale=scale)))


def signed(plot: Drawn) -> Built:
    """Values along their places, above and below zero in two colours."""
    most = max(abs(row["y"]) for row in plot["rows"]) or 1
    width = min(12, WIDTH / len(plot["rows"]))
    bar = _of(plot).mark_bar(size=width, binSpacing=0)
    axis = alt.Axis(tickMinStep=1, format="d", grid=False)
    place = alt.X("x:Q", title=plot["x"], axis=axis, scale=alt.Scale(zero=False, nice=False, padding=width))
    height = alt.Y("y:Q", title=plot["y"], scale=alt.Scale(domain=[-most, most], nice=False))
    return bar.encode(place, height, color=alt.condition("datum.y > 0", alt.value(MARK), alt.value("#c8553d")))


CHARTS: dict[str, Callable[[Drawn], Built]] = {
    "line": line,
    "groups": groups,
    "shares": shares,
    "bars": bars,
    "heat": heat,
    "histogram": histogram,
    "spans": spans,
    "intervals": intervals,
    "signed": signed,
}


def specification(plot: Drawn) -> dict[str, Any]:
    """The plot as Vega-Lite without a background, its axes and words in the colour of what is around it."""
    chart = CHARTS[plot["chart"]](plot).properties(width=WIDTH, height=HEIGHT)
    words = {"labelColor": INK, "titleColor": INK, "labelFont": FONT, "titleFont": FONT}
    lines = {"domainColor": INK, "tickColor": INK, "gridColor": INK, "gridOpacity": 0.18, "domainOpacity": 0.6}
    drawn: dict[str, Any] = (
        chart.configure(font=FONT, background="transparent")
        .configure_axis(**words, **lines, labelFontSize=11, titleFontSize=12, titleFontWeight="normal")
        .configure_legend(**words, orient="top", titleOrient="left", titleFontWeight="normal", titlePadding=16)
        .configure_view(stroke=None)
        .to_dict()
    )
    return drawn


def ticks_between(begin: float, end: float, *, least: float) -> tuple[list[float], str]:
    """At most 11 round numbers from `begin` to `end`, `least` apart or more, and d3's format that tells them apart."""
    step = round_step(max((end - begin) / (MOST_TICKS - 1), least))
    decimals = max(0, -floor(log10(step) + 1e-9))
    places = range(ceil(begin / step - 1e-9), floor(end / step + 1e-9) + 1)
    return [round(place * step, decimals) for place in places], f".{decimals}f"


def _of(plot: Drawn) -> alt.Chart:
    return alt.Chart({"values": list(plot["rows"])})


def _x(plot: Drawn) -> alt.X:
    places = {row["x"] for row in plot["rows"]}
    axis = alt.Axis()
    if len(places) == 1:  # which Vega would round to an integer
        axis = alt.Axis(values=[*places], labelExpr="datum.value")
    return alt.X("x:Q", title=plot["x"], scale=alt.Scale(zero=False, nice=False, padding=8), axis=axis)


def _level(plot: Drawn) -> alt.Y:
    return alt.Y(
        "y:Q",
        title=plot["y"],
        scale=alt.Scale(domain=[0, len(plot["colours"]) - 1]),
        axis=alt.Axis(tickCount=len(plot["colours"])),
    )
