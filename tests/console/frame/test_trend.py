import pytest

from console.frame.trend import FRAME, trend
from tests.rig.shapes import each, shapes


def levels(drawn):
    return [(level.text, level.at["y"]) for level in shapes(drawn, "chart-end")]


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
    assert levels(drawn)[0] == (lowest, FRAME.floor)
    assert levels(drawn)[-1] == ("1", FRAME.top)


def test_a_value_below_zero_is_drawn_below_the_line_of_zero():
    drawn = trend(["a", "b"], [("alpha", [0.5, -0.1])])
    above, below = each(drawn, "trend-1", "cy", "circle")
    assert above < dict(levels(drawn))["0"] < below < FRAME.floor
    assert drawn.legend == ["alpha"]
