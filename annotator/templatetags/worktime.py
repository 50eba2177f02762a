"""Lengths of time in words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from annotator.pay.money import hours_of

register = template.Library()


@register.filter
def worktime(seconds: int | None) -> str:
    """A length of time such as "3 h 05 min", "12 min" or "40 s", minutes rounded down; a dash for None."""
    if seconds is None:
        return "–"
    sign, seconds = ("−" if seconds < 0 else ""), abs(int(seconds))
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if hours:
        length = _("%(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
    elif minutes:
        length = _("%(minutes)d min") % {"minutes": minutes}
    else:
        length = _("%(seconds)d s") % {"seconds": seconds}
    return sign + length


@register.filter
def hours(seconds: int | None) -> str:
    """Seconds as hours to two decimals, for columns that are compared and added up; a dash for None."""
    return "–" if seconds is None else str(hours_of(seconds, "0.01"))
