"""Looks into a chart: its shapes of a class, and one attribute of each."""

from moments.base.charts import Chart, ChartElement


def shapes(chart: Chart, css: str, tag: str = "") -> list[ChartElement]:
    return [one for one in chart.shapes if css in one.css.split() and tag in ("", one.tag)]


def each(chart: Chart, css: str, name: str, tag: str = "") -> list[float | str]:
    return [round(value, 2) if isinstance(value := one.at[name], float) else value for one in shapes(chart, css, tag)]


def words(chart: Chart, css: str) -> list[str]:
    return [one.text for one in shapes(chart, css, "text")]
