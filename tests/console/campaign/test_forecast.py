from datetime import date, timedelta
from decimal import Decimal

import pytest

from console.campaign.forecast import Left, escalation_seen, extension_seen, forecast, pace_seen, scores_a_day

TODAY = date(2026, 3, 10)


def made(left: Left, by_day: dict[date, int]):
    return forecast(
        left,
        escalation=escalation_seen(escalated=20, agreed_at_once=80),
        extension=extension_seen(extended=5, closed=5),
        pace=pace_seen(millis=2_000_000, labels=100),
        hourly_rate=Decimal(18),
        scores_by_day=by_day,
        today=TODAY,
    )


def test_a_forecast_by_hand() -> None:
    # 50 seats wait; 100 pairs in round 1 × 2 × 20% = 40; 10 pairs × 2.4 = 24; 40 pairs × 50% × 2.4 = 48.
    seen = made(Left(seats=50, in_first_round=100, first_pairs=10, second_pairs=40), {TODAY - timedelta(days=2): 60})
    assert [term.scores for term in seen.terms] == [50, 40, 24, 48]
    assert [term.factor for term in seen.terms][1:] == ["2 × 20.0%", "(2 + 2 × 20.0%)", "50.0% × (2 + 2 × 20.0%)"]
    # 162 × 20 s = 0.9 h, × 18 = 16.20; 30 a day over two days: 5.4 days, so six.
    assert (seen.scores, seen.hours, seen.cost) == (162, Decimal("0.9"), Decimal("16.20"))
    assert (seen.a_day, seen.days_of_pace, seen.ends_on) == (Decimal("30.0"), 2, TODAY + timedelta(days=6))


def test_nothing_left_has_no_end_to_come() -> None:
    seen = made(Left(0, 0, 0, 0), {TODAY - timedelta(days=1): 9})
    assert (seen.scores, seen.cost, seen.ends_on) == (0, Decimal("0.00"), None)


@pytest.mark.parametrize(
    ("by_day", "expected"),
    [
        ({}, (None, 0)),
        ({TODAY: 500}, (None, 0)),  # a day that is not over says nothing of a day
        ({TODAY: 500, TODAY - timedelta(days=1): 10}, (Decimal("10.0"), 1)),
        ({TODAY - timedelta(days=back): 7 for back in range(1, 20)}, (Decimal("7.0"), 7)),
        ({TODAY - timedelta(days=8): 100}, (None, 7)),
    ],
)
def test_the_pace_is_that_of_the_last_full_days(by_day, expected) -> None:
    assert scores_a_day(by_day, TODAY) == expected


def test_too_few_to_go_by_are_answered_with_the_published_figures() -> None:
    few = (
        escalation_seen(escalated=99, agreed_at_once=0),
        extension_seen(extended=9, closed=0),
        pace_seen(millis=1, labels=99),
    )
    assert [(seen.value, seen.n, seen.usual) for seen in few] == [
        (Decimal("0.18"), 99, True),
        (Decimal("0.47"), 9, True),
        (Decimal("19.0"), 99, True),
    ]
    assert not escalation_seen(escalated=1, agreed_at_once=99).usual
