"""Rewrites what was ordered in a thread beside embedded mode's worker."""

from __future__ import annotations

from datetime import datetime

from moments.jobs.selectors import free_jobs
from moments.jobs.services.leases import free_lost_jobs
from moments.jobs.services.threads import begin_beside, is_beside
from moments.rewriting.services.jobs import STEP, rewrite_ordered
from moments.rewriting.services.runs import KIND

TURN_S = 60.0


def rewrite_beside(*, now: datetime) -> bool:
    """Start a thread where a run waits and none is at work; whether one was started.

    A run whose process of this machine is gone waits from now on, not only when its lease is over.
    """
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=KIND, now=now)
    if not free_jobs(KIND, now).exists():
        return False
    return begin_beside(STEP, rewrite_ordered, now=now, seconds=TURN_S)
