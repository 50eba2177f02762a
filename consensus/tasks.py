"""Celery's way to a sweep; a lost, late or doubled one does no harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from consensus.export.services import history as exporting_history
from consensus.report.services import orders as report_orders
from consensus.studies import services as study_orders
from consensus.sweep.services import SWEEP, settle_campaigns
from moments.jobs.services.steps import run_job


@shared_task(name="consensus.tasks.sweep", time_limit=900, soft_time_limit=840)
def sweep() -> None:
    """One sweep over every campaign that was opened."""
    run_job(SWEEP, settle_campaigns, now=timezone.now())


@shared_task(name="consensus.tasks.make_exports", time_limit=1800, soft_time_limit=1740)
def make_exports() -> None:
    """Make the exports that wait; each is taken by one worker alone."""
    run_job(exporting_history.STEP, exporting_history.make_exports, now=timezone.now())


@shared_task(name="consensus.tasks.make_reports", time_limit=900, soft_time_limit=840)
def make_reports() -> None:
    """Make the reports that wait; each is taken by one worker alone."""
    run_job(report_orders.STEP, report_orders.make_reports, now=timezone.now())


@shared_task(name="consensus.tasks.make_studies", time_limit=900, soft_time_limit=840)
def make_studies() -> None:
    """Make the depth studies that wait; each is taken by one worker alone."""
    run_job(study_orders.STEP, study_orders.make_studies, now=timezone.now())
