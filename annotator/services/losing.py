"""Remembers whose held seats went to others, and pays for scores that come too late to count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from annotator.clock import told_work
from annotator.entries import ScoreEntry
from annotator.models import Membership, Seat, SeatLoss, SeatState, WorkEvent, WorkKind
from annotator.selectors.checks import CHECKS

LateCode = Literal["reassigned", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Late:
    """Why a score came too late."""

    seat: UUID
    code: LateCode
    detail: str


def record_losses(*, seats: QuerySet[Seat], annotator: int | None = None) -> None:
    """Note who had been given those of the seats that were held, before they become somebody else's or nobody's.

    Where the rows are another's already, but for `held_at`, `annotator` is who had them.
    """
    held = seats.filter(held_at__isnull=False, annotator__isnull=False)
    losses = [
        SeatLoss(seat_id=pk, annotator_id=annotator or owner, held_at=held_at)
        for pk, owner, held_at in held.values_list("pk", "annotator", "held_at")
        if held_at is not None
    ]
    SeatLoss.objects.bulk_create(losses, ignore_conflicts=True)  # the first delivery counts for who lost it twice


def late_answers(*, member: Membership, keys: Iterable[str]) -> dict[str, Late]:
    """What the person was told before of those of the keys that came too late."""
    events = WorkEvent.objects.filter(annotator=member, key__in=list(keys), kind=WorkKind.LATE)
    return {event.key: _why(event.seat) for event in events.prefetch_related("seat") if event.seat is not None}


def pay_late_score(*, member: Membership, entry: ScoreEntry, now: datetime) -> Late | None:
    """Pay once, under any key, for a score of a seat that had been delivered to the person and is theirs no longer.

    None where the person never had such a seat: it is made up or another's, and nothing is paid.
    """
    seat, held_at = _once_held(member, entry.seat)
    if seat is None:
        return None
    if held_at is not None:
        worked = told_work(now=now, since=held_at, ago_ms=entry.ago_ms, shown_ms=entry.shown_ms)
        event = WorkEvent(
            annotator=member,
            kind=WorkKind.LATE,
            key=entry.key,
            seat=seat,
            worked_at=worked.at,
            shown_ms=worked.shown_ms,
        )
        WorkEvent.objects.bulk_create([event], ignore_conflicts=True)
    return _why(seat)


def lost_seat(member: Membership, public_id: UUID) -> SeatLoss | None:
    """The person's loss of that seat."""
    losses = SeatLoss.objects.filter(annotator=member, seat__public_id=public_id)
    return losses.select_related("seat__pair").first()


def _once_held(member: Membership, public_id: UUID) -> tuple[Seat | None, datetime | None]:
    seat = Seat.objects.filter(public_id=public_id, annotator=member).first()
    if seat is not None:
        return seat, seat.held_at
    loss = lost_seat(member, public_id)
    return (None, None) if loss is None else (loss.seat, loss.held_at)


def _was_lost(check: Seat) -> bool:
    """Whether it is a hidden check that was taken away with the seats around it, and is told of like them."""
    return check.purpose in CHECKS and check.losses.filter(annotator=check.annotator_id).exists()


def _why(seat: Seat) -> Late:
    if seat.superseded:
        return Late(seat.public_id, "withdrawn", "seat: superseded; its score no longer counts")
    if seat.state == SeatState.RELEASED and not _was_lost(seat):
        return Late(seat.public_id, "withdrawn", "seat: released; its score is not wanted any more")
    return Late(seat.public_id, "reassigned", "seat: went to somebody else after its lease")
