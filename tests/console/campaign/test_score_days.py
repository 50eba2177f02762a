from datetime import date, timedelta

import pytest

from console.campaign.score_days import DAYS_SHOWN, round_above, score_days
from tests.rig.shapes import each, words

TODAY = date(2026, 3, 30)


def test_each_day_has_a_bar_on_one_scale() -> None:
    chart = score_days({TODAY: 30, TODAY - timedelta(days=1): 15, TODAY - timedelta(days=40): 999}, today=TODAY)
    heights = each(chart, "chart-bar", "height")
    assert len(heights) == DAYS_SHOWN
    assert chart.description == "29 Mar 2026: 15, 30 Mar 2026: 30"
    assert heights[-1] == 2 * heights[-2]
    assert words(chart, "chart-end") == ["0", "20", "40"]
    assert words(chart, "chart-middle")[-1] == "30 Mar"


def test_no_scores_draw_an_empty_chart() -> None:
    chart = score_days({}, today=TODAY)
    assert set(each(chart, "chart-bar", "height")) == {0}
    assert chart.description == "No scores"


@pytest.mark.parametrize(("number", "top"), [(0, 2), (2, 2), (3, 4), (5, 10), (11, 20), (40, 40), (41, 100)])
def test_scales_end_at_round_numbers(number, top) -> None:
    assert round_above(number) == top
