"""Celery's way to scoring; a lost, late or doubled task does no harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from benchmark.runs.services.scoring import SCORE, score_due_runs
from moments.jobs.services.steps import run_job


@shared_task(name="benchmark.tasks.score_runs", time_limit=1500, soft_time_limit=1440)
def score_runs() -> None:
    """Score the runs that wait."""
    run_job(SCORE, score_due_runs, now=timezone.now())


@shared_task(name="evaluation.tasks.score_runs", time_limit=1500, soft_time_limit=1440)
def score_runs_under_its_old_name() -> None:
    """Score the runs that wait; for messages sent before this floor had its name. To be removed after one version."""
    score_runs()
