"""Orders, leases, keeps and ends jobs: each by a conditional UPDATE whose row count says who won."""

from __future__ import annotations

import os
import secrets
import socket
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from moments.jobs.selectors import is_free
from moments.models import Campaign, Job, JobState
from moments.models.jobs import LONGEST_REASON

FRESH: dict[str, Any] = {
    "state": JobState.WAITING,
    "tries": 0,
    "holder": "",
    "leased_until": None,
    "since": None,
    "done": 0,
    "done_since": 0,
    "total": 0,
    "cancel_asked": False,
    "finished_at": None,
    "outcome": "",
    "reason": "",
}
OVER = {"holder": "", "leased_until": None}


def order_job(
    *,
    campaign: Campaign | None,
    kind: str,
    actor: str,
    now: datetime,
    number: int = 0,
    order: dict[str, Any] | None = None,
) -> Job:
    """A job that waits; the campaign, if it has one, has to be held.

    The database refuses a second one while one is under way.
    """
    given = {"kind": kind, "number": number, "actor": actor, "ordered_at": now}
    return Job.objects.create(campaign=campaign, order=order or {}, **given)


@transaction.atomic
def order_newest(
    *, campaign: Campaign, kind: str, actor: str, now: datetime, order: dict[str, Any] | None = None
) -> Job | None:
    """A job in place of those of the kind that are over; None while one is under way. The campaign has to be held."""
    jobs = Job.objects.filter(campaign=campaign, kind=kind)
    if jobs.filter(finished_at=None).exists():
        return None
    jobs.delete()
    return order_job(campaign=campaign, kind=kind, actor=actor, now=now, order=order)


def order_again(*, jobs: QuerySet[Job], now: datetime) -> int:
    """Let the jobs wait as if nobody had ever taken them, whoever works on them; how many."""
    return jobs.update(ordered_at=now, **FRESH)


def take_job(*, job: Job, lease: timedelta, now: datetime) -> bool:
    """Lease a free job to this caller only; False if another was faster or it is over."""
    free = Job.objects.filter(is_free(now), pk=job.pk, tries=job.tries)
    leased = {"holder": this_process(), "leased_until": now + lease, "since": now, "tries": job.tries + 1}
    if not free.update(state=JobState.RUNNING, done_since=F("done"), **leased):
        return False
    for name, value in leased.items():
        setattr(job, name, value)
    return True


def keep_job(*, job: Job, lease: timedelta, now: datetime, **progress: int) -> bool:
    """A sign of life: extend the lease and store `done`, `done_since` and `total`; False if somebody else has it."""
    return bool(held(job).update(leased_until=now + lease, **progress))


def release_job(*, job: Job, **fields: int) -> bool:
    """Let the next process continue it."""
    return bool(held(job).update(state=JobState.WAITING, **OVER, **fields))


def end_job(*, job: Job, state: JobState, now: datetime, outcome: str = "", reason: str = "") -> bool:
    """End the job if it is in the hands in which it was when it was read; False if it is not, or is over."""
    texts = {"outcome": outcome[:LONGEST_REASON], "reason": reason[:LONGEST_REASON]}
    whole = {"done": F("total")} if state == JobState.DONE else {}
    return bool(held(job).update(state=state, finished_at=now, **OVER, **texts, **whole))


def end_unfinished(*, jobs: QuerySet[Job], reason: str, now: datetime) -> int:
    """End those of the jobs that are not over, whoever works on them; how many. Their work ends at its next sign of
    life, which is no longer kept.
    """
    over = {"state": JobState.CANCELLED, "finished_at": now, "reason": reason, **OVER}
    return jobs.filter(finished_at=None).update(**over)


def ask_to_stop(*, job: Job, reason: str) -> bool:
    """Ask whoever works on the job to stop soon; False if it is over."""
    return bool(Job.objects.filter(pk=job.pk, finished_at=None).update(cancel_asked=True, reason=reason))


def free_lost_jobs(*, kind: str, now: datetime) -> int:
    """Let others go on with jobs whose process of this machine is gone, before their lease is over; how many."""
    running = Job.objects.filter(kind=kind, state=JobState.RUNNING)
    return sum(release_job(job=job) for job in running if not is_at_work(job, now))


def is_at_work(job: Job, now: datetime) -> bool:
    """Whether a process works on it: its lease lasts, and it is not one of this machine that is gone."""
    if job.leased_until is None or job.leased_until < now:
        return False
    host, pid, _ = job.holder.rsplit(":", 2)
    if host != socket.gethostname()[:60]:
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def this_process() -> str:
    """A name for one hold: machine, process and a random part."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(6)}"


def held(job: Job) -> QuerySet[Job]:
    """The job as long as it is in the hands in which it was when it was read."""
    return Job.objects.filter(pk=job.pk, holder=job.holder, finished_at=None)
