"""Celery's way to scoring; a lost, late or doubled task does no harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from evaluation.services.scoring import SCORE, score_due_runs
from moments.services.steps import run_job


@shared_task(name="evaluation.tasks.score_runs", time_limit=1500, soft_time_limit=1440)
def score_runs() -> None:
    """Score the runs that wait."""
    run_job(SCORE, score_due_runs, now=timezone.now())
