"""Cuts what waits in a thread beside embedded mode's worker."""

from __future__ import annotations

from datetime import datetime

from moments.clips.selectors.cutting import count_waiting
from moments.clips.services.cutting import STEP, cut_ordered
from moments.jobs.services.threads import begin_beside, is_beside


def cut_beside(*, now: datetime) -> bool:
    """Start a thread where a video waits and none is at work; whether one was started.

    It cuts one video after the other and leaves cores to the web.
    """
    if is_beside(STEP) or not count_waiting(now):
        return False
    return begin_beside(STEP, cut_ordered, now=now)
