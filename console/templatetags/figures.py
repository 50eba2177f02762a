"""Figures as text: counts and sums with commas, shares, measures and differences with a dash for none, times."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timesince import timesince

from annotator.statistics.estimate import Estimate
from moments.base.dates import readable_label
from moments.base.plurals import counted
from moments.clips.cutting.sizes import readable_bytes
from moments.jobs.selectors import time_left
from moments.models import Job

register = template.Library()
NONE = "–"
register.filter("readable_bytes", readable_bytes)
register.filter("readable_label", readable_label)


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


@register.filter
def left(job: Job) -> str:
    """“about 3 minutes left”; empty if there is no estimate yet."""
    estimate = time_left(job, timezone.now())
    if estimate is None:
        return ""
    minutes = round(estimate.total_seconds() / 60)
    return f"about {counted(minutes, 'minute')} left" if minutes else "less than a minute left"


@register.filter
def elapsed(moment: datetime | None) -> str:
    """“3 minutes” since then; “less than a minute” where Django says 0 minutes; empty for no moment."""
    if moment is None:
        return ""
    now = timezone.now()
    return "less than a minute" if (now - moment).total_seconds() < 60 else timesince(moment, now)


@register.simple_tag
def interval_strip(one: Estimate) -> str:
    """An estimate between 0 and 1 and its interval, drawn; the figures stand beside it, so that it says nothing."""
    if one.value is None:
        return ""
    low, high = (one.value if edge is None else edge for edge in (one.low, one.high))
    return format_html(
        '<svg class="strip" viewBox="-4 0 108 12" width="108" height="12" aria-hidden="true">'
        '<path class="strip-axis" d="M0 2v8M50 4v4M100 2v8M0 6h100"/>'
        '<path class="strip-interval" d="M{} 6H{}"/><circle class="strip-dot" cx="{}" cy="6" r="3.5"/></svg>',
        *(f"{100 * value:.1f}" for value in (low, high, one.value)),
    )


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
