from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from annotator.worktime.hours import millis_of
from consensus.people.records import RecordedScore, agreement, by_hundred, by_week, figures, whole_figures
from console.frame.trend import trend
from console.templatetags.figures import signed
from tests.rig.shapes import each, shapes

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def answer(relevance=3, verdict=3, *, plays=None, took=5000, at=MONDAY):
    return RecordedScore(millis_of(at), relevance, verdict, plays, took)


def test_agreement_severity_pace_and_care_are_of_the_answers() -> None:
    answers = [
        answer(3, 3, plays=1, took=4000),
        answer(1, 2, plays=0, took=6000),
        answer(0, 4, plays=0, took=9000),
        answer(2, 2, took=5000),
        answer(4, None, took=7000),
    ]
    shown = figures("1–5", answers, tolerance=1)
    assert (shown.scores, shown.decided, shown.within.value) == (5, 4, 0.75)
    assert shown.severity.value == pytest.approx((0 - 1 - 4 + 0) / 4)
    assert (shown.pace_s, shown.plays_known, shown.unplayed) == (6.0, 3, pytest.approx(2 / 3))
    # observed 0+1+16+0 over 4; by chance the mean of (given − verdict)² over all couples of margins
    chance = sum((given - verdict) ** 2 for given in (3, 1, 0, 2) for verdict in (3, 2, 4, 2)) / 16
    assert shown.kappa.value == pytest.approx(1 - (17 / 4) / chance)


def test_nothing_decided_gives_no_figure_and_a_reason_instead_of_a_crash() -> None:
    empty = whole_figures([], tolerance=1)
    assert (empty.within.value, empty.kappa.value, empty.pace_s, empty.unplayed) == (None, None, None, None)
    single = whole_figures([answer()], tolerance=1)
    assert (single.kappa.value, single.kappa.reason) == (None, "only one unit was scored by two raters")
    constant = whole_figures([answer(), answer()], tolerance=1)
    assert (constant.within.value, constant.kappa.value) == (1.0, None)


def test_blocks_hold_a_hundred_scores_or_a_week() -> None:
    answers = [answer(at=MONDAY + timedelta(hours=place)) for place in range(250)]
    assert [(label, len(block)) for label, block in by_hundred(answers)] == [
        ("1–100", 100),
        ("101–200", 100),
        ("201–250", 50),
    ]
    assert [(label, len(block)) for label, block in by_week(answers, UTC)] == [("2026-03-02", 159), ("2026-03-09", 91)]
    east = [(label, len(block)) for label, block in by_week(answers, ZoneInfo("Asia/Singapore"))]
    assert east == [("2026-03-02", 151), ("2026-03-09", 99)]


def test_only_units_on_both_sides_are_compared() -> None:
    compared = agreement({1: 3, 2: 0, 3: 4}, {1: 2, 2: 3, 9: 1}, tolerance=1)
    assert (compared.n, compared.equal, compared.within, compared.within_percent) == (2, 0, 1, 50)
    assert agreement({}, {}, tolerance=1).equal_percent == 0


def test_a_trend_leaves_a_gap_where_a_block_has_no_value_and_draws_below_zero_at_zero() -> None:
    shown = trend(["a", "b", "c", "d"], [("kappa", [0.5, 0.5, None, -1.0])])
    assert [str(line).count(",") for line in each(shown, "trend-1", "points", "polyline")] == [2]
    heights = each(shown, "trend-1", "cy", "circle")
    assert len(heights) == 3
    assert heights[-1] == each(shown, "chart-grid", "y1")[0]
    assert shapes(trend([], [("kappa", [])]), "trend-1") == []


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (0.125, "+0.12"), (-1.0, "−1.00"), (-0.001, "0.00"), (0.0, "0.00")]
)
def test_signed_differences_are_shown_with_a_true_minus_and_no_signed_zero(value, text) -> None:
    assert signed(value) == text
