"""How long a score may change (R12) and how long a seat stays its owner's (R13), as pure functions."""

from __future__ import annotations

from datetime import datetime, timedelta


def changeable_until(first_saved_at: datetime, *, grace_s: int) -> datetime:
    """R12: from this moment on the score is final; runs from the first save, whatever came later."""
    return first_saved_at + timedelta(seconds=grace_s)


def lease_cutoff(now: datetime, *, lease_s: int) -> datetime:
    """R13: who asked for nothing since this moment has let go of the seats reserved before it."""
    return now - timedelta(seconds=lease_s)


def lease_is_over(*, reserved_at: datetime, last_request_at: datetime | None, now: datetime, lease_s: int) -> bool:
    """R13: a seat is leased from its owner's last request, or from its reservation if that came later."""
    since = max(reserved_at, last_request_at) if last_request_at else reserved_at
    return since < lease_cutoff(now, lease_s=lease_s)
