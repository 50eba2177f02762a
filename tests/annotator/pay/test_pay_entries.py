"""What admins type: days, amounts, reasons."""

from datetime import date
from decimal import Decimal

import pytest

from annotator.pay.entries import check_range, read_amount, read_day, read_reason
from moments.base.errors import BadInput


def refusal(read, text: str) -> str:
    with pytest.raises(BadInput) as error:
        read(text, "field")
    return str(error.value)


def test_a_day_is_read() -> None:
    assert read_day(" 2026-02-28 ", "field") == date(2026, 2, 28)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "enter a day"),
        ("2026-02-30", "2026-02-30 is not a day of the calendar"),
        ("2026-13-01", "is not a day of the calendar"),
        ("0000-01-01", "is not a day of the calendar"),
        ("1999-12-31", "is before 2000-01-01"),
        ("20260301", "expected a day such as"),
        ("2026-W10-1", "expected a day such as"),
        ("yesterday", "expected a day such as"),
        ("٢٠٢٦-٠٣-٠١", "expected a day such as"),
        ("2026-03-01T00:00", "expected a day such as"),
    ],
)
def test_what_is_no_day_is_refused_by_the_fields_name(text: str, message: str) -> None:
    assert refusal(read_day, text).startswith("field: ")
    assert message in refusal(read_day, text)


@pytest.mark.parametrize(("text", "amount"), [("12.50", "12.50"), (" -3 ", "-3"), ("+0.1", "0.1"), ("0", "0")])
def test_an_amount_is_read(text: str, amount: str) -> None:
    assert read_amount(text, "field") == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["", "NaN", "Infinity", "-Infinity", "1e5", "1,000", "12.505", "0x10", "twelve", "١٢", "1_000", "9" * 40]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    assert "field: expected a number such as 12.50" in refusal(read_amount, text)


@pytest.mark.parametrize("text", ["1000000.01", "-1000001", "999999999999999"])
def test_a_huge_amount_is_refused(text: str) -> None:
    assert "field: expected at most 1000000.00" in refusal(read_amount, text)


def test_a_reason_is_one_line_of_words() -> None:
    assert read_reason("  a\n good\treason ") == "a good reason"


@pytest.mark.parametrize("text", ["", "  \n", "x" * 1001, "a\0b"])
def test_no_reason_is_refused(text: str) -> None:
    assert refusal(read_reason, text).startswith("field: ")


def test_a_range_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(BadInput, match="to: 1 Mar 2026 is before from 2 Mar 2026"):
        check_range(date(2026, 3, 2), date(2026, 3, 1), ("from", "to"))
