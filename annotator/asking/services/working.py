"""Notes that a person is at work on a video, so that leases and idle time do not break an hour's watching."""

from __future__ import annotations

from datetime import datetime

from annotator.models import Membership, WorkEvent, WorkKind
from annotator.seats.services.leasing import renew_lease

WINDOW_S = 30


def note_work(*, member: Membership, now: datetime) -> None:
    """Renew the lease (R13) and count the moment as work (docs/pay.md), at most once in each half minute.

    The key names the half minute, so that of two tabs one counts. Nothing was in view for longer than since the last
    event, so a pause is never paid.
    """
    renew_lease(member=member, now=now)
    key = f"viewing-{int(now.timestamp()) // WINDOW_S}"
    event = WorkEvent(annotator=member, kind=WorkKind.VIEWING, key=key, worked_at=now, shown_ms=0)
    WorkEvent.objects.bulk_create([event], ignore_conflicts=True)
