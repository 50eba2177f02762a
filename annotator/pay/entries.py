"""Reads days, amounts and reasons as admins type them; every refusal names the field."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from moments.base.dates import readable_day
from moments.base.errors import BadInput

EARLIEST = date(2000, 1, 1)
LONGEST_REASON = 1000
HIGHEST_RATE = Decimal("999999.99")
HIGHEST_AMOUNT = Decimal("1000000.00")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_AMOUNT = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,2})?")


def read_day(text: str, field: str) -> date:
    """A day such as 2026-03-31; raises BadInput for one that does not exist or is older than 2000."""
    text = text.strip()
    if not text:
        raise BadInput(f"{field}: enter a day such as 2026-03-31")
    if not _DAY.fullmatch(text):
        raise BadInput(f"{field}: expected a day such as 2026-03-31, got {text[:40]!r}")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{field}: {text} is not a day of the calendar") from None
    if day < EARLIEST:
        raise BadInput(f"{field}: {text} is before {EARLIEST}")
    return day


def read_amount(text: str, field: str) -> Decimal:
    """An amount such as -12.50, of at most two decimals and a million; raises BadInput for others."""
    text = text.strip()
    if not _AMOUNT.fullmatch(text):
        raise BadInput(f"{field}: expected a number such as 12.50 with at most two decimals, got {text[:40]!r}")
    amount = Decimal(text)
    if abs(amount) > HIGHEST_AMOUNT:
        raise BadInput(f"{field}: expected at most {HIGHEST_AMOUNT}, got {text}")
    return amount


def read_reason(text: str, field: str = "reason") -> str:
    """A reason in one to a thousand characters; raises BadInput for none or a longer one."""
    text = " ".join(text.split())
    if not text:
        raise BadInput(f"{field}: give a reason")
    if len(text) > LONGEST_REASON or "\0" in text:
        raise BadInput(f"{field}: expected at most {LONGEST_REASON} characters")
    return text


def check_range(first: date, last: date, names: tuple[str, str]) -> None:
    """Raise BadInput if the range ends before it begins."""
    if last < first:
        raise BadInput(f"{names[1]}: {readable_day(last)} is before {names[0]} {readable_day(first)}")
