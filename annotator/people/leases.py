"""How long a score may change (R12) and how long a seat stays its owner's (R13), as pure functions."""

from __future__ import annotations

from datetime import datetime, timedelta


def changeable_until(first_saved_at: datetime, *, grace_s: int) -> datetime:
    """R12: the time from which the score is final; it runs from the first save, whatever came later."""
    return first_saved_at + timedelta(seconds=grace_s)


def lease_cutoff(now: datetime, *, lease_s: int) -> datetime:
    """R13: people who have asked for nothing since this time have let go of the seats reserved before it."""
    return now - timedelta(seconds=lease_s)
