"""The bars of My day."""

from annotator.pay.daybars import FLOOR, TOP, WIDTH, day_bars


def test_the_longest_day_fills_the_chart_and_bars_stand_on_its_floor() -> None:
    bars = day_bars([("1.", 0), ("2.", 7200), ("3.", 3600)])
    assert [bar.height for bar in bars] == [0, FLOOR - TOP, (FLOOR - TOP) / 2]
    assert [bar.y + bar.height for bar in bars] == [FLOOR] * 3
    assert [bar.minutes for bar in bars] == ["", "120", "60"]
    assert bars[-1].x + bars[-1].width < WIDTH


def test_minutes_do_not_look_like_a_full_day() -> None:
    (bar,) = day_bars([("1.", 60)])
    assert (bar.height, bar.minutes) == (round((FLOOR - TOP) / 60, 2), "1")


def test_no_days_make_no_bars() -> None:
    assert day_bars([]) == []
