"""Hands a person the next seats of their queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q, Window

from annotator.joining.selectors.road import Reason, reason_without_seats
from annotator.models import Membership, Seat, SeatState, Standing
from annotator.seats.selectors.queue import EXAMINED, queued_seats
from annotator.seats.services.leasing import MOST_CLAIMED, mark_shown, open_left, renew_lease
from annotator.seats.services.queue import fill_queue
from moments.database.prepared import PreparedRows, PreparedUpdate
from moments.models import CampaignStatus

# What an answer tells of a seat is made of these; the other columns are read where somebody asks for them.
TOLD = (
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
    seats, waiting = _waiting(member, count, with_clips)
    filled = len(seats) < count
    if filled and fill_queue(member=member, now=now, want=count, with_clips=with_clips):
        seats, waiting = _waiting(member, count, with_clips)
    if not _deliver(member, seats, now):
        seats, waiting = _waiting(member, 0, with_clips)
    left = (
        waiting
        - len(seats)
        + open_left(member=member, now=now, with_clips=with_clips, afresh=filled and len(seats) < count)
    )
    return Claim(seats, left, None if seats else reason_without_seats(member))


def _waiting(member: Membership, count: int, with_clips: bool) -> tuple[list[Seat], int]:
    """All that is held, then what is reserved up to `count` in all; and how many wait altogether."""
    in_exam = member.standing in EXAMINED
    seats = _waiting_rows(max(count, 1), in_exam, with_clips).rows(member=member.pk)
    if not seats:
        return [], 0
    held = min(seats[0].held, MOST_CLAIMED)  # type: ignore[attr-defined]  # annotated, as `waiting` is
    if held > len(seats):
        seats = _waiting_rows(held, in_exam, with_clips).rows(member=member.pk)
    return seats[: max(count, held)], seats[0].waiting  # type: ignore[attr-defined]


def _deliver(member: Membership, seats: list[Seat], now: datetime) -> bool:
    """Hold those of the seats that are reserved; False where one of them was lost to somebody a moment ago."""
    reserved = [seat.pk for seat in seats if seat.state == SeatState.RESERVED]
    if not reserved:
        return True
    if len(reserved) == 1:
        return bool(_delivery.run(pk=reserved[0], member=member.pk, now=now))
    return Seat.objects.filter(pk__in=reserved, **_undelivered(member.pk)).update(**_delivered(now)) == len(reserved)


def _undelivered(member: int) -> dict[str, Any]:
    return {"annotator": member, "state": SeatState.RESERVED}


def _delivered(now: datetime) -> dict[str, Any]:
    return {"state": SeatState.HELD, "held_at": now}


_delivery = PreparedUpdate(
    lambda pk, member, now: (Seat.objects.filter(pk=pk, **_undelivered(member)), _delivered(now)),
    pk=int,
    member=int,
    now=datetime,
)


@cache
def _waiting_rows(most: int, in_exam: bool, with_clips: bool) -> PreparedRows[Seat]:
    """Those first `most` rows of a person's queue, each with how many wait and how many of these are held."""
    return PreparedRows(
        lambda member: (
            queued_seats(member, in_exam=in_exam, with_clips=with_clips)
            .annotate(waiting=Window(Count("pk")), held=Window(Count("pk", filter=Q(state=SeatState.HELD))))
            .select_related("pair__query")
            .only(*TOLD)
            .order_by("state", "position")[:most]  # "held" comes before "reserved"
        ),
        member=int,
    )
