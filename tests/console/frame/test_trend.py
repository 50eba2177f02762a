import pytest

from console.frame.trend import FRAME, trend


def levels(drawn):
    return [level.label for level in drawn.levels]


@pytest.mark.parametrize(
    ("values", "lowest"),
    [
        ([0.5, 1.0], "0"),
        ([], "0"),
        ([None], "0"),
        ([0.0], "0"),
        ([-0.01], "−0.25"),
        ([-0.3, 0.9], "−0.5"),
        ([-1], "−1"),
    ],
)
def test_the_axis_goes_as_far_down_as_the_lowest_value(values, lowest):
    drawn = trend(["a"] * len(values), [("alpha", values)])
    assert levels(drawn)[0] == lowest
    assert levels(drawn)[-1] == "1"
    assert (drawn.levels[0].at, drawn.levels[-1].at) == (FRAME.floor, FRAME.top)


def test_a_value_below_zero_is_drawn_below_the_line_of_zero():
    drawn = trend(["a", "b"], [("alpha", [0.5, -0.1])])
    zero = next(level.at for level in drawn.levels if level.label == "0")
    above, below = drawn.series[0].points
    assert above.y < zero < below.y < FRAME.floor
