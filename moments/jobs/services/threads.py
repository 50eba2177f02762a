"""Threads beside embedded mode's worker, one for each kind of long work, so that verdicts never wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from moments.jobs.selectors import failing_steps
from moments.jobs.services.steps import run_job, waits

_beside: dict[str, threading.Thread] = {}


def is_beside(name: str) -> bool:
    """Whether that work is going on in this process."""
    return name in _beside and _beside[name].is_alive()


def begin_beside(name: str, job: Callable[..., object], *, now: datetime, **options: Any) -> bool:
    """Start the job in a thread, unless its next try is not due. It ends with its process, at any point."""
    mark = failing_steps([name]).filter(campaign=None).first()
    if mark is not None and waits(mark, now):
        return False
    _beside[name] = threading.Thread(target=_done, args=(name, job), kwargs=options, name=name, daemon=True)
    _beside[name].start()
    return True


def _done(name: str, job: Callable[..., object], **options: Any) -> None:
    try:
        run_job(name, job, now=timezone.now(), **options)
    finally:
        connection.close()
