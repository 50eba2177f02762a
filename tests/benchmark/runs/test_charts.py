import re

import pytest

from benchmark.runs.charts import Estimate, difference_plot, interval_plot


def test_a_run_is_a_dot_within_its_interval_on_one_axis():
    plot = interval_plot([Estimate("a", 0.5, 0.4, 0.6), Estimate("b", 0.2, 0.2, 0.2, reference=True)])
    first, second = plot.whiskers
    assert first.left < first.x < first.left + first.width
    assert (second.width, second.reference) == (0, True)
    assert second.x < first.left
    assert plot.ticks[0].at <= second.x
    assert plot.ticks[-1].at >= first.left + first.width
    assert plot.said == "a 0.5000, from 0.4000 to 0.6000; b 0.2000, from 0.2000 to 0.2000"


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [(0.0, 1.0, ["0", "0.2", "0.4", "0.6", "0.8", "1"]), (0.715, 0.735, ["0.71", "0.72", "0.73", "0.74"]),
     (1.0, 1.0, ["0.99", "1"]), (0.0, 0.0, ["0", "0.01"])],
)  # fmt: skip
def test_the_axis_spans_what_is_needed(low, high, labels):
    plot = interval_plot([Estimate("a", (low + high) / 2, low, high)])
    assert [tick.label for tick in plot.ticks] == labels
    assert all(plot.left - 0.01 <= tick.at <= plot.right + 0.01 for tick in plot.ticks)


def test_a_long_name_is_cut_and_said_whole():
    (whisker,) = interval_plot([Estimate("x" * 80, 0.5, 0.4, 0.6)]).whiskers
    assert len(whisker.label) == 20
    assert whisker.said.startswith("x" * 80)


def test_differences_are_areas_above_and_below_zero():
    plot = difference_plot([0.0, -0.5, 1.0, 0.25])
    assert len(re.findall("V", plot.above)) == 3
    assert len(re.findall("V", plot.below)) == 2
    assert plot.above.startswith(f"M{plot.left:.1f} {plot.zero:.1f}V10.0")
    assert [tick.label for tick in plot.ticks] == ["+1.00", "+0.50", "-0.50", "-1.00"]


def test_nothing_to_draw_is_drawn_as_nothing():
    assert (difference_plot([]).above, difference_plot([0, 0]).below) == ("", "")
    assert interval_plot([]).whiskers == ()
