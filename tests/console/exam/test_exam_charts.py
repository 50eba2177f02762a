"""The geometry of the exam report's plots."""

import pytest

from console.exam.charts import PlottedValue, as_text, level_bars, people_plot
from tests.rig.shapes import each, shapes, words


def test_people_stand_below_each_other_on_one_axis_with_their_intervals():
    values = [PlottedValue("a", 0.1, 0.0, 0.2), PlottedValue("b", 0.4, None, None), PlottedValue("c", None, None, None)]
    plot = people_plot("Missed", values, ends=(0.0, 0.4), percent=True, mean=0.2)
    left, end = plot.frame.left, plot.frame.end
    assert each(plot, "plot-dot", "cx") == [left + (end - left) / 4, end]
    assert (each(plot, "plot-whisker", "x"), each(plot, "plot-whisker", "width")) == ([left], [(end - left) / 2])
    first, second, third = each(plot, "plot-name", "y")
    assert first < second < third < plot.frame.floor
    assert each(plot, "plot-mean", "x1") == [(left + end) / 2]
    assert words(plot, "plot-text") == ["0%", "10%", "20%", "30%", "40%"]
    assert plot.description == "a 10%; b 40%; c –"


def test_what_lies_outside_the_axis_is_drawn_at_its_end_with_its_own_value():
    plot = people_plot("Severity", [PlottedValue("a", -2.5, -3.0, 1.5)], ends=(-1.0, 1.0))
    left, end = plot.frame.left, plot.frame.end
    assert (each(plot, "plot-dot", "cx"), each(plot, "plot-whisker", "x")) == ([left], [left])
    assert (each(plot, "plot-whisker", "width"), words(plot, "plot-value")) == ([end - left], ["-2.50"])


@pytest.mark.parametrize(
    ("value", "percent", "text"),
    [(None, False, "–"), (-0.001, False, "0.00"), (0.456, False, "0.46"), (0.1183, True, "12%"), (0.0, True, "0%")],
)
def test_values_are_short_and_never_minus_zero(value, percent, text):
    assert as_text(value, percent) == text


def test_bars_grow_with_the_counts_and_nobody_is_a_line():
    chart = level_bars((0, 2, 0, 1, 4))
    assert chart.description == "0 gave 0, 2 gave 1, 0 gave 2, 1 gave 3, 4 gave 4"
    assert each(chart, "chart-bar", "height") == [1.5, 18.75, 1.5, 10.12, 36]
    assert [bar.at["y"] + bar.at["height"] for bar in shapes(chart, "chart-bar")] == [36.0] * 5
    assert each(level_bars((0, 0, 0, 0, 0)), "chart-bar", "height") == [1.5] * 5
