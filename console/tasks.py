"""Celery's way to the leads' daily mails; a lost, late or doubled task does no harm."""

from __future__ import annotations

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from consensus.digests.services import STEP
from consensus.digests.services import send_digests as send
from console.inbox.selectors.mail import inbox_mail
from moments.jobs.services.steps import run_job


def send_inbox_mails(*, now: datetime) -> int:
    """Send the mails that are due; how many."""
    return send(now=now, write_mail=inbox_mail)


@shared_task(name="console.tasks.send_digests", time_limit=600, soft_time_limit=540)
def send_digests() -> None:
    """Mail the leads whose hour has come; each mail is sent by one worker alone."""
    run_job(STEP, send_inbox_mails, now=timezone.now())


@shared_task(name="consensus.tasks.send_digests", time_limit=600, soft_time_limit=540)
def send_digests_under_their_old_name() -> None:
    """The same, for messages sent before this floor was there. To be removed after one version."""
    send_digests()
