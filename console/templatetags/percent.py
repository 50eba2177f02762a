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
    """A measure with two decimals; a zero has no sign."""
    if value is None:
        return NONE
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else text.replace("-", "−")


@register.filter
def signed(value: float | None) -> str:
    """A difference with its sign and two decimals; a zero has no sign."""
    if value is None:
        return NONE
    text = f"{value:+.2f}"
    return "0.00" if text[1:] == "0.00" else text.replace("-", "−")
