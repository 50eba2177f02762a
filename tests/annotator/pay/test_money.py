"""What time is worth."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.pay.money import amount_of, hours_of, shared_out, whole_seconds
from tests.annotator.pay.tables import worked_table


@pytest.mark.parametrize(("seconds", "rate", "amount"), worked_table("money"))
def test_the_worked_table(seconds: str, rate: str, amount: str) -> None:
    assert amount_of(int(seconds), Decimal(rate)) == Decimal(amount)


@pytest.mark.parametrize(("millis", "seconds"), [(0, 0), (499, 0), (500, 1), (1499, 1), (1500, 2)])
def test_half_a_second_is_rounded_up(millis: int, seconds: int) -> None:
    assert whole_seconds(millis) == seconds


rates = st.decimals(0, 999_999, places=2)


@given(st.lists(st.integers(0, 90_000_000), max_size=31), rates)
def test_the_days_of_a_line_add_up_to_it(days: list[int], rate: Decimal) -> None:
    shares = shared_out(days, rate)
    seconds = whole_seconds(sum(days))
    assert sum(share[0] for share in shares) == seconds
    assert sum((share[1] for share in shares), Decimal(0)) == amount_of(seconds, rate)


@given(st.lists(st.integers(0, 90_000_000), max_size=31))
def test_no_day_is_off_by_more_than_a_second(days: list[int]) -> None:
    assert all(
        abs(seconds - day / 1000) <= 1 for (seconds, _), day in zip(shared_out(days, Decimal(14)), days, strict=True)
    )


def test_hours_have_four_decimals() -> None:
    assert str(hours_of(5)) == "0.0014"
