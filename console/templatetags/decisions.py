"""What templates of queues of decisions ask."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from console.decisions.choices import Choice

register = template.Library()


@register.filter
def any_asks_reason(choices: Iterable[Choice]) -> bool:
    """Whether some decision of the queue needs a reason."""
    return any(choice.asks_reason for choice in choices)
