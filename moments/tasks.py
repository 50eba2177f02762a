"""Celery's way to the background jobs that the settings list; lost, late or doubled messages do no harm."""

from __future__ import annotations

from datetime import datetime

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from moments.clips.selectors.cutting import count_waiting
from moments.jobs.background import BackgroundJob
from moments.jobs.services.steps import run_job

MOST_AT_ONCE = 32
EXPIRES_S = 10.0


def register_tasks(job: BackgroundJob) -> None:
    """A task under each of the job's names."""

    def run() -> None:
        run_job(job.step, import_string(job.work), now=timezone.now(), **job.options)

    for name in job.tasks:
        shared_task(name=name, soft_time_limit=job.limits_s[0], time_limit=job.limits_s[1])(run)


def offer_videos(*, now: datetime) -> None:
    """A task for each video that waits, few at a time; those that nobody takes soon are worth nothing."""
    for _ in range(min(MOST_AT_ONCE, count_waiting(now))):
        current_app.tasks["moments.tasks.cut_video"].apply_async(expires=EXPIRES_S)


for listed in settings.BACKGROUND_JOBS:
    register_tasks(listed)
