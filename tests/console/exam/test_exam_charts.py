"""The geometry of the exam report's plots."""

import pytest

from console.exam.charts import LABELS, RIGHT, WIDTH, Value, level_bars, people_plot, told

END = WIDTH - RIGHT


def test_people_stand_below_each_other_on_one_axis_with_their_intervals():
    values = [Value("a", 0.1, 0.0, 0.2), Value("b", 0.4, None, None), Value("c", None, None, None)]
    plot = people_plot("Missed", values, ends=(0.0, 0.4), percent=True, mean=0.2)
    first, second, third = plot.dots
    assert (first.x, first.left, first.width) == (LABELS + (END - LABELS) / 4, LABELS, (END - LABELS) / 2)
    assert (second.x, second.width, third.x) == (END, 0.0, None)
    assert first.y < second.y < third.y < plot.floor
    assert plot.mean == (LABELS + END) / 2
    assert [tick.label for tick in plot.ticks] == ["0%", "10%", "20%", "30%", "40%"]
    assert plot.said == "a 10%; b 40%; c –"


def test_what_lies_outside_the_axis_is_drawn_at_its_end_and_told_as_it_is():
    (dot,) = people_plot("Severity", [Value("a", -2.5, -3.0, 1.5)], ends=(-1.0, 1.0)).dots
    assert (dot.x, dot.left, dot.width, dot.told) == (LABELS, LABELS, END - LABELS, "-2.50")


@pytest.mark.parametrize(
    ("value", "percent", "text"),
    [(None, False, "–"), (-0.001, False, "0.00"), (0.456, False, "0.46"), (0.1183, True, "12%"), (0.0, True, "0%")],
)
def test_values_are_told_in_few_characters_and_never_as_minus_zero(value, percent, text):
    assert told(value, percent) == text


def test_bars_grow_with_the_counts_and_nobody_is_a_line():
    bars = level_bars((0, 2, 0, 1, 4))
    assert [bar.count for bar in bars] == [0, 2, 0, 1, 4]
    assert (bars[0].height, bars[4].height) == (1.5, 36.0)
    assert bars[1].height == pytest.approx(18.75)
    assert all(bar.y + bar.height == 36.0 for bar in bars)
    assert [bar.height for bar in level_bars((0, 0, 0, 0, 0))] == [1.5] * 5
