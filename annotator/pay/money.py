"""What active time is worth: Decimal throughout, each line rounded once, half up."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from annotator.worktime.hours import SECOND

CENT = Decimal("0.01")
NOTHING = Decimal("0.00")
SECONDS_AN_HOUR = 3600


def whole_seconds(millis: int) -> int:
    """Milliseconds as whole seconds, with halves rounded up."""
    return (2 * millis + SECOND) // (2 * SECOND)


def amount_of(seconds: int, hourly_rate: Decimal) -> Decimal:
    """What so many seconds are worth, to the cent, with halves rounded up."""
    return (seconds * hourly_rate / SECONDS_AN_HOUR).quantize(CENT, ROUND_HALF_UP)


def shared_out(millis: Sequence[int], hourly_rate: Decimal) -> list[tuple[int, Decimal]]:
    """A line's seconds and amount shared out over its days, so that they add up to the line's.

    Each day gets what the rounded total grows by with it, so no day is a second or a cent off.
    """
    shares = []
    total, seconds_before, amount_before = 0, 0, NOTHING
    for part in millis:
        total += part
        seconds = whole_seconds(total)
        amount = amount_of(seconds, hourly_rate)
        shares.append((seconds - seconds_before, amount - amount_before))
        seconds_before, amount_before = seconds, amount
    return shares


def hours_of(seconds: int, places: str = "0.0001") -> Decimal:
    """Seconds as hours, to four decimals."""
    return (Decimal(seconds) / SECONDS_AN_HOUR).quantize(Decimal(places), ROUND_HALF_UP)
