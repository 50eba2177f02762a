from datetime import date, timedelta

import pytest

from console.campaign.score_days import DAYS_SHOWN, round_above, score_days

TODAY = date(2026, 3, 30)


def test_each_day_has_a_bar_on_one_scale() -> None:
    chart = score_days({TODAY: 30, TODAY - timedelta(days=1): 15, TODAY - timedelta(days=40): 999}, today=TODAY)
    assert len(chart.days) == DAYS_SHOWN
    assert [day.scores for day in chart.worked] == [15, 30]
    assert chart.days[-1].height == 2 * chart.days[-2].height
    assert [level.label for level in chart.levels] == ["0", "20", "40"]
    assert chart.days[-1].label == "30 Mar"


def test_no_scores_draw_an_empty_chart() -> None:
    chart = score_days({}, today=TODAY)
    assert {day.height for day in chart.days} == {0}
    assert chart.worked == []


@pytest.mark.parametrize(("number", "top"), [(0, 2), (2, 2), (3, 4), (5, 10), (11, 20), (40, 40), (41, 100)])
def test_scales_end_at_round_numbers(number, top) -> None:
    assert round_above(number) == top
