"""Runs the steps of sweeps and jobs so that one that fails stops no other.

A step that raises is logged with its campaign, marked in the database, and tried again: by the next turn, then after
growing pauses. A success clears the mark. Of exceptions, only a task's time limit ends the whole turn; what ends a
process (SystemExit, KeyboardInterrupt) is never held up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import Error, connection, transaction

from moments.base.plain_errors import kind_of, place_of, words_of
from moments.jobs.selectors import failing_steps
from moments.models import Campaign, StepFailure

FIRST_PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE_OF_ALL = timedelta(minutes=1)  # of what serves every campaign
GONE_AFTER = timedelta(hours=2)
logger = logging.getLogger("reelevance.steps")
Item = TypeVar("Item")
Result = TypeVar("Result")


class Steps:
    """One turn over steps of these names; the failures are those of this turn."""

    def __init__(self, *names: str, now: datetime, at_once: bool = False) -> None:
        self._now = now
        self._at_once = at_once
        self._marks = {(mark.campaign_id, mark.step): mark for mark in failing_steps(names)}
        self.failures: list[StepFailure] = []

    def is_failing(self, step: str, campaign: Campaign) -> bool:
        """Whether the step failed when it was tried last, so that it must not wait for its hour."""
        return (campaign.pk, step) in self._marks

    def attempt(self, step: str, work: Callable[[], Result], *, campaign: Campaign | None = None) -> Result | None:
        """What the work returns; None if it failed, or failed before and its next try is not due.

        Raises Celery's SoftTimeLimitExceeded, which is the whole turn's, and what the work raised where the
        database does not take the mark: it would do no other step either.
        """
        mark = self._marks.pop((campaign.pk if campaign else None, step), None)
        if mark is not None and not self._at_once and waits(mark, self._now):
            return None
        try:
            done = apart(work)
            if mark is not None:
                clear_mark(mark)
        except Exception as error:
            self._fail(step, campaign, error)
            if isinstance(error, SoftTimeLimitExceeded):
                raise
            return None
        return done

    def clear_gone(self) -> None:
        """Clear the marks of campaigns that have had nothing to do for hours; to be called when the turn is through."""
        for (campaign, _), mark in self._marks.items():
            if campaign is not None and mark.retry_at < self._now - GONE_AFTER:
                clear_mark(mark)

    def _fail(self, step: str, campaign: Campaign | None, error: Exception) -> None:
        whose = campaign.slug if campaign else "all campaigns"
        fields = {"campaign": campaign.slug if campaign else None, "step": step}
        logger.error("%s: %s failed and will be tried again", whose, step, exc_info=error, extra={"fields": fields})
        try:
            self.failures.append(mark_failure(step=step, campaign=campaign, error=error, now=self._now))
        except Exception as problem:
            logger.warning("%s: the failure of %s could not be recorded: %s", whose, step, kind_of(problem))
            raise error from problem


def plainly(step: str, work: Callable[[], Result], *, campaign: Campaign | None = None) -> Result:
    """In the place of `Steps.attempt`, where whoever asks wants the error itself."""
    return work()


def run_job(step: str, job: Callable[..., object], *, now: datetime, **options: Any) -> None:
    """One turn of a job that takes `now`; raises nothing but a task's time limit.

    A database that is away is logged where it cannot be marked; the next turn does the work.
    """
    try:
        Steps(step, now=now).attempt(step, partial(job, now=now, **options))
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        renew_connection()
        logger.warning("%s: this turn was interrupted (%s); the next one will do its work", step, kind_of(error))
        with suppress(Exception):
            mark_failure(step=step, campaign=None, error=error, now=now)


def each_in_turn(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """What the work makes of each item; one that fails stops no other, and the first error is raised at the end."""
    done: list[Result] = []
    errors: list[Exception] = []
    for item in items:
        try:
            done.append(apart(partial(work, item)))
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            errors.append(error)
            if not _database_answers():
                break
    if errors:
        if len(errors) > 1:
            errors[0].add_note(f"{len(errors) - 1} more failed as well")
        raise errors[0]
    return done


def apart(work: Callable[[], Result]) -> Result:
    """Do the work; whatever it raises leaves a connection behind that others can use."""
    if connection.in_atomic_block:
        with transaction.atomic():
            return work()
    try:
        return work()
    except Exception:
        renew_connection()
        raise


def renew_connection() -> None:
    """Give the connection up, whatever state it is in; the next query opens another."""
    if not connection.in_atomic_block:
        with suppress(Exception):
            connection.close()


def is_passing(error: Exception) -> bool:
    """Whether the error says nothing against the work: the database's, or a task's time limit."""
    return isinstance(error, (Error, SoftTimeLimitExceeded))


def mark_failure(*, step: str, campaign: Campaign | None, error: Exception, now: datetime) -> StepFailure:
    """Count the failure and say when the step is tried again."""
    shown = {"error": kind_of(error), "words": words_of(error), "place": place_of(error, settings.BASE_DIR)}
    with transaction.atomic():
        fresh = {"first_at": now, "last_at": now, "retry_at": now, **shown}
        rows = StepFailure.objects.select_for_update()
        mark, _ = rows.get_or_create(campaign=campaign, step=step, defaults=fresh)
        if not mark.count:
            mark.first_at = now
        mark.total, mark.count, mark.last_at = mark.total + 1, mark.count + 1, now
        mark.retry_at = now + pause_after(mark.count, LONGEST_PAUSE if campaign else LONGEST_PAUSE_OF_ALL)
        for name, value in shown.items():
            setattr(mark, name, value)
        mark.save()
    return mark


def clear_mark(mark: StepFailure) -> None:
    """Say that the step succeeded, unless it failed elsewhere meanwhile."""
    StepFailure.objects.filter(pk=mark.pk, last_at=mark.last_at, count=mark.count).update(count=0, words="", place="")


def try_again(*, mark: StepFailure, now: datetime) -> bool:
    """Let the next turn try the step; False if it does not fail any more."""
    return bool(StepFailure.objects.filter(pk=mark.pk, count__gt=0).update(retry_at=now))


def pause_after(count: int, longest: timedelta) -> timedelta:
    """How long to wait after that many failures in a row: nothing after the first, then 10 s, doubled each time."""
    return min(FIRST_PAUSE * 2 ** min(count - 2, 10), longest) if count > 1 else timedelta(0)


def waits(mark: StepFailure, now: datetime) -> bool:
    """Whether its next try is not due. One farther ahead than any pause was noted by a clock that is wrong."""
    return now < mark.retry_at <= now + LONGEST_PAUSE


def _database_answers() -> bool:
    if connection.in_atomic_block:
        return True
    try:
        connection.ensure_connection()
    except Error:
        return False
    return True
