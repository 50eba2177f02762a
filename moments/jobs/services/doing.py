"""Does the jobs of a kind that wait, one after another; safe to run twice, and at once."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import Error, transaction

from moments.base.errors import BadInput
from moments.base.plain_errors import kind_of
from moments.jobs.selectors import free_jobs
from moments.jobs.services.leases import ask_to_stop, end_job, is_at_work, keep_job, release_job, take_job
from moments.jobs.services.steps import Steps, is_passing, renew_connection
from moments.models import Job, JobState

STORED_EVERY_S = 1.0
logger = logging.getLogger("reelevance.jobs")


class Stopped(Exception):
    """The job was cancelled, or somebody else has it; its text is the reason if it ends only here."""


class Paused(Exception):
    """The work used up its turn and continues in the next one."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """How jobs of a name are done: `work` does one, gives signs of life to its `Go` and returns the outcome.

    `step` is what *Operation* calls it. A job that gave no sign of life for `lease` was cut off and is tried again.
    After `most_tries` goes it has failed with the reason `cut_off`. `failed` begins the reason after an unexpected
    error. `ended` gets each job that is over and its reason, in the transaction that ended it.
    """

    name: str
    step: str
    work: Callable[[Job, Go], str]
    lease: timedelta = timedelta(hours=1)
    most_tries: int = 3
    cut_off: str = "it was interrupted 3 times; see the worker's log"
    failed: str = "it could not be created"
    ended: Callable[[Job, str, datetime], None] = lambda job, reason, now: None


class Go:
    """One go at a job: the clock of its turn, its signs of life, and its end where the work ends it itself.

    `watch` gets the number of pieces done since it was called last, and may raise Stopped.
    """

    def __init__(self, kind: JobKind, job: Job, now: datetime) -> None:
        self._kind, self._job, self._now = kind, job, now
        self._began_s = self._stored_s = time.monotonic()
        self._done = self._total = 0
        self.watch: Callable[[int], None] = lambda more: None

    def now(self) -> datetime:
        """The time, as the turn's clock has it."""
        return self._now + timedelta(seconds=time.monotonic() - self._began_s)

    def begin(self, total: int, *, done: int = 0) -> None:
        """There are `total` pieces, and `done` of them are done already."""
        self._done, self._total = done, total
        self._store(done=done, done_since=done, total=total)

    def advance(self, done: int) -> None:
        """`done` pieces are done; raises Stopped if the work has to end. The database hears of it once a second."""
        done = min(done, self._total)
        more, self._done = done - self._done, done
        self.watch(more)
        if time.monotonic() - self._stored_s >= STORED_EVERY_S:
            self._store(done=done)

    def add(self, more: int) -> None:
        """So many more pieces are done; raises Stopped if the work has to end."""
        self.advance(self._done + more)

    def look(self) -> None:
        """A sign of life; raises Stopped if the work has to end."""
        self._store()

    def check(self) -> None:
        """Raise Stopped if somebody cancelled the job; writes nothing, so that it can be asked in a long transaction.

        The database is asked once a second.
        """
        if time.monotonic() - self._stored_s >= STORED_EVERY_S:
            self._stored_s = time.monotonic()
            if Job.objects.filter(pk=self._job.pk, cancel_asked=True).exists():
                raise Stopped

    def finish(self, outcome: str = "") -> None:
        """End the job in the transaction that keeps its results; raises Stopped if somebody else has it."""
        if not finish_job(self._kind, self._job, JobState.DONE, now=self.now(), outcome=outcome):
            raise Stopped

    def _store(self, **progress: int) -> None:
        self._stored_s = time.monotonic()
        mine = keep_job(job=self._job, lease=self._kind.lease, now=self.now(), **progress)
        if not mine or Job.objects.filter(pk=self._job.pk, cancel_asked=True).exists():
            raise Stopped


def do_jobs(kind: JobKind, *, now: datetime, among: Iterable[Job] | None = None, seconds: float | None = None) -> int:
    """Do every free job of the kind until the seconds are over; the number of jobs tried.

    A job that fails stops no other. It has failed for good, or its step is marked and it is tried again.
    """
    steps, began_s, tried = Steps(kind.step, now=now), time.monotonic(), 0
    for job in free_jobs(kind.name, now) if among is None else among:
        if seconds is not None and time.monotonic() - began_s >= seconds:
            break
        tried += bool(steps.attempt(kind.step, partial(_do, kind, job, now), campaign=job.campaign))
    steps.clear_gone()
    return tried


def _do(kind: JobKind, job: Job, now: datetime) -> bool:
    """Take the job and do it; False if another took it first, it was cancelled, or it was cut off too often."""
    if job.cancel_asked:
        finish_job(kind, job, JobState.CANCELLED, now=now, reason=job.reason)
    elif job.tries >= kind.most_tries:
        finish_job(kind, job, JobState.FAILED, now=now, reason=kind.cut_off)
    elif take_job(job=job, lease=kind.lease, now=now):
        do_held_job(kind, job, now=now)
        return True
    return False


def do_held_job(kind: JobKind, job: Job, *, now: datetime) -> None:
    """One go at a job that this process holds; raises only the database's errors and a task's time limit."""
    go = Go(kind, job, now)
    state, outcome, reason = JobState.FAILED, "", ""
    try:
        state, outcome = JobState.DONE, kind.work(job, go)
    except Paused:
        release_job(job=job, tries=0)
        return
    except Stopped as stopped:
        asked = Job.objects.filter(pk=job.pk).values_list("reason", flat=True).first()
        state, reason = JobState.CANCELLED, str(stopped) or asked or ""
    except Error:  # the database's trouble, not the job's
        renew_connection()
        if job.tries < kind.most_tries:
            with suppress(Error):
                release_job(job=job)
            raise
        logger.exception("%s failed", job)
        reason = kind.cut_off
    except Exception as error:
        if is_passing(error):
            raise
        reason = _reason(kind, job, error)
    finish_job(kind, job, state, now=go.now(), outcome=outcome, reason=reason)  # unless the work did


def _reason(kind: JobKind, job: Job, error: Exception) -> str:
    if isinstance(error, BadInput):
        return str(error)
    logger.error("%s failed", job, exc_info=error)
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return f"{kind.failed} ({kind_of(error)}); see the worker's log"


@transaction.atomic
def finish_job(kind: JobKind, job: Job, state: JobState, *, now: datetime, outcome: str = "", reason: str = "") -> bool:
    """End the job for good, if it is as it was when it was read; False if it is not."""
    is_ended = end_job(job=job, state=state, now=now, outcome=outcome, reason=reason)
    if is_ended:
        kind.ended(job, reason, now)
    return is_ended


def cancel_job(kind: JobKind, job: Job, *, actor: str, now: datetime) -> bool:
    """End the job if nobody works on it, else ask whoever does to stop soon; False if it is over."""
    reason = f"cancelled by {actor}"
    if not is_at_work(job, now) and finish_job(kind, job, JobState.CANCELLED, now=now, reason=reason):
        return True
    return ask_to_stop(job=job, reason=reason)
