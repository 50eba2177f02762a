import re

import pytest

from benchmark.models import RunKind
from benchmark.runs.charts import RunMean, difference_plot, interval_plot
from tests.rig.shapes import each, shapes, words


def test_a_run_is_a_dot_within_its_interval_on_one_axis():
    plot = interval_plot([RunMean("a", 0.5, 0.4, 0.6), RunMean("b", 0.2, 0.2, 0.2, reference=True)])
    (left, second), (width, none) = each(plot, "plot-whisker", "x"), each(plot, "plot-whisker", "width")
    first_dot, second_dot = each(plot, "plot-dot", "cx")
    assert left < first_dot < left + width
    assert (none, [dot.css for dot in shapes(plot, "plot-dot-reference")]) == (0, ["plot-dot plot-dot-reference"])
    assert second_dot == second < left
    ticks = each(plot, "plot-grid", "x1")
    assert ticks[0] <= second_dot
    assert ticks[-1] >= left + width
    assert plot.description == "a 0.5000, from 0.4000 to 0.6000; b 0.2000, from 0.2000 to 0.2000"


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [(0.0, 1.0, ["0", "0.2", "0.4", "0.6", "0.8", "1"]), (0.715, 0.735, ["0.71", "0.72", "0.73", "0.74"]),
     (1.0, 1.0, ["0.99", "1"]), (0.0, 0.0, ["0", "0.01"])],
)  # fmt: skip
def test_the_axis_spans_what_is_needed(low, high, labels):
    plot = interval_plot([RunMean("a", (low + high) / 2, low, high)])
    assert words(plot, "plot-text") == labels
    assert all(plot.frame.left - 0.01 <= at <= plot.frame.end + 0.01 for at in each(plot, "plot-grid", "x1"))


def test_a_long_name_is_cut_and_said_whole():
    plot = interval_plot([RunMean("x" * 80, 0.5, 0.4, 0.6)])
    (name,) = shapes(plot, "plot-name")
    assert (len(name.text), name.title) == (21, "x" * 80)
    assert plot.description.startswith("x" * 80)


def test_the_names_of_reference_runs_are_whole():
    names = [str(kind.label) for kind in RunKind if kind != RunKind.UPLOADED]
    plot = interval_plot([RunMean(name, 0.5, 0.4, 0.6, reference=True) for name in names])
    assert [shape.text for shape in shapes(plot, "plot-name")] == names


def test_differences_are_areas_above_and_below_zero():
    plot = difference_plot([0.0, -0.5, 1.0, 0.25])
    (above,), (below,) = each(plot, "plot-gain", "d"), each(plot, "plot-loss", "d")
    assert (len(re.findall("V", above)), len(re.findall("V", below))) == (3, 2)
    assert above.startswith(f"M{plot.frame.left:.1f} {plot.frame.y(0):.1f}V10.0")
    assert words(plot, "plot-text") == ["+1.00", "+0.50", "-0.50", "-1.00", "0"]


def test_nothing_to_draw_is_drawn_as_nothing():
    assert (shapes(difference_plot([]), "plot-gain"), shapes(difference_plot([0, 0]), "plot-loss")) == ([], [])
    assert shapes(interval_plot([]), "plot-whisker") == []
