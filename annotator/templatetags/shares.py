"""How pages write shares."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def percent(share: float) -> str:
    """A share (0 to 1) in percent: "15%", "11.8%"."""
    return f"{round(100 * share, 1):g}%"
