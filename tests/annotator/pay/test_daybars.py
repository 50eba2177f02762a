"""The bars of My day."""

from annotator.pay.daybars import FRAME, day_bars
from tests.rig.shapes import each, shapes, words

RISE = FRAME.floor - FRAME.top


def test_the_longest_day_fills_the_chart_and_bars_stand_on_its_floor() -> None:
    chart = day_bars([("1.", 0), ("2.", 7200), ("3.", 3600)])
    bars = shapes(chart, "chart-bar")
    assert [bar.at["height"] for bar in bars] == [0, RISE, RISE / 2]
    assert [bar.at["y"] + bar.at["height"] for bar in bars] == [FRAME.floor] * 3
    assert (words(chart, "chart-count"), words(chart, "chart-text")) == (["120", "60"], ["1.", "2.", "3."])
    assert bars[-1].at["x"] + bars[-1].at["width"] < FRAME.width


def test_minutes_do_not_look_like_a_full_day() -> None:
    chart = day_bars([("1.", 60)])
    assert (each(chart, "chart-bar", "height"), words(chart, "chart-count")) == ([round(RISE / 60, 2)], ["1"])


def test_no_days_make_no_bars() -> None:
    assert shapes(day_bars([]), "chart-bar") == []
