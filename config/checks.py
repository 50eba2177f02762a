"""A system check of the tasks: what runs longer than the visibility timeout would run twice at once."""

from __future__ import annotations

from typing import Any

from celery import current_app
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register()
def task_limits(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """An error for each task whose limits are not soft < hard < visibility timeout."""
    visibility = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    found: list[CheckMessage] = []
    for name, task in sorted(current_app.tasks.items()):
        if name.startswith("celery."):
            continue
        # A task without a soft limit of its own has the settings', and Celery refuses to send it where that is higher.
        hard, soft = task.time_limit or settings.CELERY_TASK_TIME_LIMIT, task.soft_time_limit or 0
        if not soft < hard < visibility:
            limits = f"{soft}, {hard}, {visibility} s"
            message = f"{name}: expected soft limit < hard limit < visibility timeout, got {limits}"
            found.append(Error(message, id="reelevance.E001"))
    return found
