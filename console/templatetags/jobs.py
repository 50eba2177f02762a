"""The time that a job still needs, in words."""

from __future__ import annotations

from django import template
from django.utils import timezone

from moments.base.plurals import counted
from moments.jobs.selectors import time_left
from moments.models import Job

register = template.Library()


@register.filter
def left(job: Job) -> str:
    """“about 3 minutes left”; empty if there is no estimate yet."""
    estimate = time_left(job, timezone.now())
    if estimate is None:
        return ""
    minutes = round(estimate.total_seconds() / 60)
    return f"about {counted(minutes, 'minute')} left" if minutes else "less than a minute left"
