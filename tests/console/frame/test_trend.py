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


def test_intervals_lie_behind_their_values_and_reach_below_zero():
    drawn = trend(["a", "b", "c"], [("alpha", [0.5, None, 0.75])], [(-0.3, 0.8), None, (0.5, 1.0)])
    assert levels(drawn)[0] == ("−0.5", FRAME.floor)
    first, second = shapes(drawn, "trend-interval")
    scale = dict(levels(drawn))
    assert (second.at["y"], second.at["y"] + second.at["height"]) == (scale["1"], scale["0.5"])
    assert first.at["y"] < each(drawn, "trend-1", "cy", "circle")[0] < first.at["y"] + first.at["height"]
    assert first.title == "−0.30 to 0.80"
    order = [one.css for one in drawn.shapes]
    assert order.index("trend-interval") < order.index("trend-1")


def test_a_value_below_zero_is_drawn_below_the_line_of_zero():
    drawn = trend(["a", "b"], [("alpha", [0.5, -0.1])])
    above, below = each(drawn, "trend-1", "cy", "circle")
    assert above < dict(levels(drawn))["0"] < below < FRAME.floor
    assert drawn.legend == ["alpha"]
