"""Hands a person the next seats of their queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Window

from annotator.joining.selectors.road import Reason, reason_without_seats
from annotator.models import Membership, Seat, SeatState, Standing
from annotator.seats.selectors.queue import Queue, queued_seats
from annotator.seats.services.leasing import MOST_CLAIMED, mark_shown, open_left, renew_lease
from annotator.seats.services.queue import fill_queue
from moments.database.prepared import PreparedRows, PreparedTaking
from moments.models import CampaignStatus

# The columns of which the answer on a seat is made; others are read when somebody asks for them.
COLUMNS = (
    "public_id", "state", "purpose", "attempt", "position", "sitting", "pair__moment", "pair__rank",
    "pair__query__text", "pair__query__query_id",
)  # fmt: skip
SEATED = (Standing.EXAM, Standing.RELABEL, Standing.QUALIFIED)


@dataclass(frozen=True, slots=True)
class Claim:
    """The person's held unscored seats in order, how many more there are, and why there are none."""

    seats: list[Seat]
    left: int
    reason: Reason | None


def claim_seats(
    *, member: Membership, count: int, now: datetime, with_clips: bool = True, shown: Iterable[UUID] = ()
) -> Claim:
    """The person's held seats, topped up to `count` from the queue; repeating it claims nothing more.

    The request renews the person's lease (R13). `shown` are seats whose clip was shown since the last request.
    Raises ValueError unless 0 ≤ count ≤ 50.
    """
    if not 0 <= count <= MOST_CLAIMED:
        raise ValueError(f"count: expected 0 to {MOST_CLAIMED}, got {count}")
    with transaction.atomic():
        renew_lease(member=member, now=now)
        mark_shown(member=member, seats=shown, now=now)
        return hand_out(member=member, count=count, now=now, with_clips=with_clips)


def hand_out(*, member: Membership, count: int, now: datetime, with_clips: bool = True) -> Claim:
    """The same within a transaction that has renewed the lease, and so holds the person's row."""
    if member.standing not in SEATED:
        return Claim([], 0, reason_without_seats(member))
    if member.campaign.status == CampaignStatus.PAUSED:
        return Claim([], 0, "paused")
    seats, waiting = _delivered(member, count, now, with_clips)
    filled = len(seats) < count
    if filled and fill_queue(member=member, now=now, want=count, with_clips=with_clips):
        seats, waiting = _delivered(member, count, now, with_clips)
    left = (
        waiting
        - len(seats)
        + open_left(member=member, now=now, with_clips=with_clips, afresh=filled and len(seats) < count)
    )
    return Claim(seats, left, None if seats else reason_without_seats(member))


def _delivered(member: Membership, count: int, now: datetime, with_clips: bool) -> tuple[list[Seat], int]:
    """All that is held, with what is reserved up to `count` in all, which is held from now on; how many wait
    altogether.

    Where a reserved one was lost to somebody a moment ago, only what was held is handed out.
    """
    queue = Queue.of(member, with_clips=with_clips)
    if count:
        seats, all_held = _delivery(count, queue).take(member=member.pk, now=now)
        if not all_held:
            return _delivered(member, 0, now, with_clips)
    else:
        seats = _held(1, queue).rows(member=member.pk)
    if not seats:
        return [], 0
    held = min(seats[0].held, MOST_CLAIMED)  # type: ignore[attr-defined]  # annotated, as `waiting` is
    if held > len(seats):
        seats = _held(held, queue).rows(member=member.pk)
    return seats[: max(count, held)], seats[0].waiting  # type: ignore[attr-defined]


def _waiting(member: int, most: int, queue: Queue) -> QuerySet[Seat]:
    """The first `most` of a person's queue, each with how many wait and how many of these are held."""
    return (
        queued_seats(member, queue)
        .annotate(waiting=Window(Count("pk")), held=Window(Count("pk", filter=Q(state=SeatState.HELD))))
        .select_related("pair__query")
        .only(*COLUMNS)
        .order_by("state", "position")[:most]  # "held" comes before "reserved"
    )


@cache
def _held(most: int, queue: Queue) -> PreparedRows[Seat]:
    return PreparedRows(lambda member: _waiting(member, most, queue), member=int)


@cache
def _delivery(most: int, queue: Queue) -> PreparedTaking[Seat]:
    """The same, of which those are held that still are the person's when they are reached."""
    return PreparedTaking(
        lambda member, now: (
            _waiting(member, most, queue),
            (
                Seat.objects.filter(annotator=member, state=SeatState.RESERVED),
                {"state": SeatState.HELD, "held_at": now},
            ),
        ),
        lambda seat: seat.state == SeatState.RESERVED,
        member=int,
        now=datetime,
    )
