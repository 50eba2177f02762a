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
from annotator.models import Membership, Seat, SeatLoss, WorkEvent, WorkKind

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
    return {event.key: _why(event.seat, member) for event in events.prefetch_related("seat") if event.seat is not None}


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
    return _why(seat, member)


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


def _why(seat: Seat, member: Membership) -> Late:
    """Why the seat is no longer the person's: they lost it, or it was withdrawn while it was theirs.

    What became of a lost seat afterwards is not told: hidden checks that are lost meet nothing more (R9).
    """
    if seat.annotator_id == member.pk and not seat.losses.filter(annotator=member).exists():
        return Late(seat.public_id, "withdrawn", "seat: withdrawn; its score is no longer wanted")
    return Late(seat.public_id, "reassigned", "seat: no longer yours; its score is not needed")
