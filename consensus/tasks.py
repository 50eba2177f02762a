"""Celery's way to a sweep; a lost, late or doubled one does no harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from consensus.services import exporting_history
from consensus.services.settling import settle_campaigns


@shared_task(name="consensus.tasks.sweep", time_limit=900)
def sweep() -> None:
    """One sweep over every campaign that was opened."""
    settle_campaigns(now=timezone.now())


@shared_task(name="consensus.tasks.make_exports", time_limit=1800)
def make_exports() -> None:
    """Make the exports that wait; each is taken by one worker alone."""
    exporting_history.make_exports(now=timezone.now())
