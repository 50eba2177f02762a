"""Jobs that a command does itself: with a progress bar, and ended by a signal without losing what is under way."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from moments.base.errors import BadInput
from moments.jobs.services.doing import Go, JobKind, Stopped, do_held_job
from moments.management.command import ReelevanceCommand
from moments.models import Job

STOPPED = "stopped"


def do_watched(
    command: ReelevanceCommand, kind: JobKind, job: Job, work: Callable[[Go], None], *, total: int, what: str
) -> None:
    """Do a job that this process holds; SIGINT and SIGTERM end it once what is under way is kept."""
    with _stopping() as stopped, command.progress(total, what) as advance:

        def watch(more: int) -> None:
            advance(more)
            if stopped():
                raise Stopped(STOPPED)

        def watched(job: Job, go: Go) -> str:
            go.watch = watch
            work(go)
            return ""

        do_held_job(replace(kind, work=watched), job, now=command.now())


def require_done(job: Job) -> None:
    """Raise BadInput with the reason if something other than a signal ended the job early."""
    job.refresh_from_db()
    if job.is_live:
        raise BadInput("another process has taken over the run")
    if job.reason not in ("", STOPPED):
        raise BadInput(job.reason)


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Whether SIGINT or SIGTERM came."""
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
