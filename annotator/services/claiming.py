"""Hands a person the next seats of their queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import Membership, Seat, SeatState, Standing
from annotator.selectors.queue import seats_left, waiting_seats
from annotator.selectors.road import Reason, reason_without_seats
from annotator.services.queue import fill_queue
from moments.models import CampaignStatus

MOST_CLAIMED = 50
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
        if member.standing not in SEATED:
            return Claim([], 0, reason_without_seats(member))
        if member.campaign.status == CampaignStatus.PAUSED:
            return Claim([], 0, "paused")
        held = _held(member, count, now, with_clips)
        left = seats_left(member, with_clips=with_clips)
    return Claim(held, left, None if held else reason_without_seats(member))


def renew_lease(*, member: Membership, now: datetime) -> None:
    """The person asked for something; the UPDATE also makes the person's requests follow each other."""
    Membership.objects.filter(pk=member.pk).update(last_request_at=now)


def mark_shown(*, member: Membership, seats: Iterable[UUID], now: datetime) -> None:
    """The clips of those of the seats that are the person's were shown; the first time stands."""
    ids = list(seats)
    if ids:
        Seat.objects.filter(public_id__in=ids, annotator=member, shown_at=None).update(shown_at=now)


def _held(member: Membership, count: int, now: datetime, with_clips: bool) -> list[Seat]:
    seats = _waiting(member, count, with_clips)
    if len(seats) < count and fill_queue(member=member, now=now, want=count, with_clips=with_clips):
        seats = _waiting(member, count, with_clips)
    reserved = [seat.pk for seat in seats if seat.state == SeatState.RESERVED]
    if reserved:
        mine = Seat.objects.filter(pk__in=reserved, annotator=member, state=SeatState.RESERVED)
        if mine.update(state=SeatState.HELD, held_at=now) < len(reserved):
            return list(_waiting_rows(member, with_clips).filter(state=SeatState.HELD)[:MOST_CLAIMED])
    return seats


def _waiting(member: Membership, count: int, with_clips: bool) -> list[Seat]:
    """All that is held, then what is reserved up to `count` in all."""
    rows = _waiting_rows(member, with_clips)
    held = list(rows.filter(state=SeatState.HELD)[:MOST_CLAIMED])
    if len(held) >= count:
        return held
    return held + list(rows.filter(state=SeatState.RESERVED)[: count - len(held)])


def _waiting_rows(member: Membership, with_clips: bool) -> QuerySet[Seat]:
    return waiting_seats(member, with_clips=with_clips).select_related("pair__query")
