"""What a twins campaign costs, from figures worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from console.campaign.twin_planning import TwinBudget, TwinPlan, twin_budget
from moments.base.errors import BadInput

PLAN = TwinPlan(
    clips=1000,
    people=4,
    twins=Decimal("0.6"),
    singles=Decimal("0.2"),
    third=Decimal("0.1"),
    returned=Decimal("0.36"),
    lookalikes=Decimal("0.1"),
    checkers=2,
    most_returns=1,
    judge_s=Decimal(15),
    write_s=Decimal(30),
    assign_s=Decimal(12),
    hourly_rate=Decimal(10),
)


def test_every_step_is_counted_and_timed() -> None:
    # 1,200 captions of twins are written 1.36 times, and each version is checked by 1 + √0.64 people.
    assert twin_budget(PLAN) == TwinBudget(
        thirds=100,
        judgements=2100,
        first_captions=1400,
        rewritten=432,
        assignments=2938,
        among_similar=140,
        judging=Decimal("8.8"),
        writing=Decimal("15.3"),
        assigning=Decimal("10.3"),
        hours=Decimal("34.3"),
        cost=Decimal("342.77"),
        days=3,
    )
    assert (twin_budget(PLAN).captions, twin_budget(PLAN).all_assignments) == (1832, 3078)


@pytest.mark.parametrize(
    ("checkers", "most_returns", "returned", "assignments"),
    [(1, 0, "0.36", 1200), (1, 2, "0.5", 2100), (2, 0, "0", 2400), (2, 5, "1", 7200)],
)
def test_returns_and_checkers_multiply_the_assignments(
    checkers: int, most_returns: int, returned: str, assignments: int
) -> None:
    plan = replace(PLAN, checkers=checkers, most_returns=most_returns, returned=Decimal(returned))
    assert twin_budget(plan).assignments == assignments


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("clips", 0, "clips: expected 1 to 1000000, got 0"),
        ("people", 2, "people: expected 3 to 10000, got 2"),
        ("singles", Decimal("0.5"), "singles: expected at most 100 percent together with twins"),
        ("third", Decimal(2), "third: expected 0 to 1, got 2"),
        ("checkers", 3, "checkers: expected 1 to 2, got 3"),
        ("most_returns", 6, "most_returns: expected 0 to 5, got 6"),
        ("write_s", Decimal(-1), "write_s: expected 0 to 3600, got -1"),
        ("hours_a_day", Decimal(0), "hours_a_day: expected 0.1 to 24, got 0"),
    ],
)
def test_a_value_out_of_its_range_is_named(field: str, value: int | Decimal, problem: str) -> None:
    with pytest.raises(BadInput, match=f"^{problem}$"):
        replace(PLAN, **{field: value})
