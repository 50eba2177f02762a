"""Shares, measures and signed differences as text; a dash where there is none."""

from __future__ import annotations

from django import template

register = template.Library()
NONE = "–"


@register.filter
def percent(share: float | None) -> str:
    """A share (0 to 1) in whole percent."""
    return NONE if share is None else f"{100 * share:.0f}%"


@register.filter
def percent_1(share: float | None) -> str:
    """A share (0 to 1) in percent with one decimal."""
    return NONE if share is None else f"{100 * share:.1f}%"


@register.filter
def figure(value: float | None) -> str:
    """A measure with two decimals; nothing stands before a zero."""
    if value is None:
        return NONE
    told = f"{value:.2f}"
    return "0.00" if told == "-0.00" else told.replace("-", "−")


@register.filter
def signed(value: float | None) -> str:
    """A difference with its sign and two decimals; nothing stands before a zero."""
    if value is None:
        return NONE
    told = f"{value:+.2f}"
    return "0.00" if told[1:] == "0.00" else told.replace("-", "−")
