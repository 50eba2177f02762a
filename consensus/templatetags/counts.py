"""Counts and sums as text, with commas between the thousands; numbers that name something are left as they are."""

from __future__ import annotations

from decimal import Decimal

from django import template

register = template.Library()


@register.filter
def grouped(number: int | float | Decimal | str | None) -> str:
    """The number with commas between its thousands, its decimals as they are; what is no number unchanged."""
    if isinstance(number, int | float | Decimal):
        return f"{number:,}"
    return "" if number is None else number
