"""Rewrites what was ordered in a thread beside embedded mode's worker."""

from __future__ import annotations

from datetime import datetime

from moments.selectors.rewriting import open_runs
from moments.services.beside import begin_beside, is_beside
from moments.services.rewriting import free_lost_runs
from moments.services.rewriting_jobs import STEP, rewrite_ordered

TURN_S = 60.0


def rewrite_beside(*, now: datetime) -> bool:
    """Start a thread where a run waits and none is at work; whether one was started.

    A run whose process of this machine is gone waits from now on, not only when its lease is over.
    """
    if is_beside(STEP):
        return False
    free_lost_runs(now=now)
    if not open_runs(now).filter(method="model").exists():
        return False
    return begin_beside(STEP, rewrite_ordered, now=now, seconds=TURN_S)
