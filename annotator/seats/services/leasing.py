"""What a person's request changes before anything is handed out: the lease (R13), clips shown, seats left.

A lease that is over is taken by `take_over` (`taking`); when it is over says `annotator.people.leases`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from annotator.models import Membership, Seat
from annotator.seats.selectors.remaining import open_pairs
from moments.database.prepared import PreparedUpdate

MOST_CLAIMED = 50
COUNT_HOLDS_FOR = timedelta(seconds=10)


def renew_lease(*, member: Membership, now: datetime) -> None:
    """The person asked for something; the UPDATE also makes the person's requests follow each other.

    It is sent with what the transaction reads next, which therefore is read behind it.
    """
    _renewal.run_later(pk=member.pk, now=now)


def open_left(*, member: Membership, now: datetime, with_clips: bool = True, afresh: bool = False) -> int:
    """Open seats that the person might be given, counted again after ten seconds, or `afresh`."""
    counted_at = member.open_counted_at
    if not afresh and counted_at is not None and timedelta(0) <= now - counted_at < COUNT_HOLDS_FOR:
        return member.open_counted
    member.open_counted, member.open_counted_at = open_pairs(member, with_clips=with_clips), now
    _counted.run(pk=member.pk, number=member.open_counted, now=now)
    return member.open_counted


def mark_shown(*, member: Membership, seats: Iterable[UUID], now: datetime) -> None:
    """Note that the clips of the person's own seats among them were shown; the first time counts."""
    ids = list(seats)
    if ids:
        Seat.objects.filter(public_id__in=ids, annotator=member, shown_at=None).update(shown_at=now)


_renewal = PreparedUpdate(
    lambda pk, now: (Membership.objects.filter(pk=pk), {"last_request_at": now}), pk=int, now=datetime
)
_counted = PreparedUpdate(
    lambda pk, number, now: (Membership.objects.filter(pk=pk), {"open_counted": number, "open_counted_at": now}),
    pk=int,
    number=int,
    now=datetime,
)
