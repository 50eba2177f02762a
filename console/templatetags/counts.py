"""Counts and sums as text, with commas between the thousands; numbers that name something are left as they are."""

from __future__ import annotations

from decimal import Decimal

from django import template

from moments.base.plurals import counted
from moments.clips.cutting.sizes import readable_bytes

register = template.Library()
register.filter("readable_bytes", readable_bytes)


@register.filter
def grouped(number: int | float | Decimal | str | None) -> str:
    """The number with commas between its thousands, its decimals as they are; what is no number unchanged."""
    if isinstance(number, int | float | Decimal):
        return f"{number:,}"
    return "" if number is None else number


@register.filter("counted")
def counted_words(number: int, words: str) -> str:
    """The number with its noun: `{{ n|counted:"pair" }}`, `{{ n|counted:"query,queries" }}`."""
    one, _, many = words.partition(",")
    return counted(number, one, many)
