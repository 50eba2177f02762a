"""Does the jobs of a kind that wait, one after another; safe to run twice, and at once."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import Error
from django.db.models import QuerySet

from moments.base.errors import BadInput
from moments.base.plain_errors import kind_of
from moments.jobs.selectors import free_jobs
from moments.jobs.services.leases import end_free_job, end_job, keep_job, release_job, take_job
from moments.jobs.services.steps import Steps, is_passing, renew_connection
from moments.models import Job, JobState

STORED_EVERY_S = 1.0
logger = logging.getLogger("reelevance.jobs")


class Stopped(Exception):
    """The job was cancelled, or somebody else has it."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """How jobs of a name are done: `work` does one, gives signs of life to its `Go` and returns what came of it.

    `step` is what *Operation* calls it. A job that gave no sign of life for `lease` was cut off and is tried again,
    until it failed after `most_tries` goes with the words `cut_off`. `failed` begins what is said of an error that
    nobody thought of.
    """

    name: str
    step: str
    work: Callable[[Job, Go], str]
    lease: timedelta = timedelta(hours=1)
    most_tries: int = 3
    cut_off: str = "it was interrupted 3 times; see the worker's log"
    failed: str = "it could not be created"


class Go:
    """One go at a job: the clock of its turn, its signs of life, and its end where the work ends it itself."""

    def __init__(self, job: Job, lease: timedelta, now: datetime) -> None:
        self._job, self._lease, self._now = job, lease, now
        self._began_s = self._stored_s = time.monotonic()

    def now(self) -> datetime:
        """The time, as the turn's clock has it."""
        return self._now + timedelta(seconds=time.monotonic() - self._began_s)

    def begin(self, total: int, *, done: int = 0) -> None:
        """So many pieces there are, of which so many are done already."""
        self._store(done=done, done_since=done, total=total)

    def advance(self, done: int) -> None:
        """So many pieces are done; raises Stopped where the work is to end. Told to the database now and then."""
        if time.monotonic() - self._stored_s >= STORED_EVERY_S:
            self._store(done=done)

    def look(self) -> None:
        """A sign of life; raises Stopped where the work is to end."""
        self._store()

    def finish(self, outcome: str = "") -> None:
        """Close the job in the transaction that keeps its results; raises Stopped where somebody else has it."""
        if not end_job(job=self._job, state=JobState.DONE, now=self.now(), outcome=outcome):
            raise Stopped

    def _store(self, **progress: int) -> None:
        self._stored_s = time.monotonic()
        mine = keep_job(job=self._job, lease=self._lease, now=self.now(), **progress)
        if not mine or Job.objects.filter(pk=self._job.pk, cancel_asked=True).exists():
            raise Stopped


def do_jobs(kind: JobKind, *, now: datetime, among: QuerySet[Job] | None = None, seconds: float | None = None) -> int:
    """Do every job of the kind that is free, until the seconds are over; how many were tried.

    One that fails stops no other: it has failed for good, or its step is marked and it is tried again.
    """
    steps, began_s, tried = Steps(kind.step, now=now), time.monotonic(), 0
    for job in free_jobs(kind.name, now) if among is None else among:
        if seconds is not None and time.monotonic() - began_s >= seconds:
            break
        tried += bool(steps.attempt(kind.step, partial(_do, kind, job, now), campaign=job.campaign))
    steps.clear_gone()
    return tried


def _do(kind: JobKind, job: Job, now: datetime) -> bool:
    """Take the job and do it; False where another took it first, it was cancelled, or it was cut off too often."""
    if job.cancel_asked:
        end_free_job(job=job, state=JobState.CANCELLED, now=now, reason=job.reason)
    elif job.tries >= kind.most_tries:
        end_free_job(job=job, state=JobState.FAILED, now=now, reason=kind.cut_off)
    elif take_job(job=job, lease=kind.lease, now=now):
        _go(kind, job, now)
        return True
    return False


def _go(kind: JobKind, job: Job, now: datetime) -> None:
    go = Go(job, kind.lease, now)
    try:
        outcome = kind.work(job, go)
        end_job(job=job, state=JobState.DONE, now=go.now(), outcome=outcome)  # unless the work did
    except Stopped:
        reason = Job.objects.filter(pk=job.pk).values_list("reason", flat=True).first() or ""
        end_job(job=job, state=JobState.CANCELLED, now=go.now(), reason=reason)
    except BadInput as problem:
        end_job(job=job, state=JobState.FAILED, now=go.now(), reason=str(problem))
    except OSError as error:
        logger.exception("%s failed", job)
        end_job(job=job, state=JobState.FAILED, now=go.now(), reason=error.strerror or str(error))
    except Error:  # the database's trouble, not the job's
        renew_connection()
        if job.tries < kind.most_tries:
            with suppress(Error):
                release_job(job=job)
            raise
        logger.exception("%s failed", job)
        end_job(job=job, state=JobState.FAILED, now=go.now(), reason=kind.cut_off)
    except Exception as error:
        if is_passing(error):
            raise
        logger.exception("%s failed", job)
        reason = f"{kind.failed} ({kind_of(error)}); see the worker's log"
        end_job(job=job, state=JobState.FAILED, now=go.now(), reason=reason)
