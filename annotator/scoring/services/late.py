"""Answers scores that come too late to count, and pays for them once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from annotator.models import Membership, Seat, WorkEvent, WorkKind
from annotator.scoring.entries import ScoreEntry
from annotator.scoring.submitted import LateCode
from annotator.seats.services.losing import lost_seat
from annotator.worktime.clock import reported_work


@dataclass(frozen=True, slots=True)
class LateReason:
    """Why a score came too late."""

    seat: UUID
    code: LateCode
    detail: str


def late_answers(*, member: Membership, keys: Iterable[str]) -> dict[str, LateReason]:
    """The answers that the person got before to those of the keys that came too late."""
    events = WorkEvent.objects.filter(annotator=member, key__in=list(keys), kind=WorkKind.LATE)
    return {event.key: _why(event.seat, member) for event in events.prefetch_related("seat") if event.seat is not None}


def pay_late_score(*, member: Membership, entry: ScoreEntry, now: datetime) -> LateReason | None:
    """Pay once, under any key, for a score of a seat that had been delivered to the person and is theirs no longer.

    None if the person never had such a seat: it is made up or another's, and nothing is paid.
    """
    seat, held_at = _once_held(member, entry.seat)
    if seat is None:
        return None
    if held_at is not None:
        worked = reported_work(now=now, since=held_at, ago_ms=entry.ago_ms, shown_ms=entry.shown_ms)
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


def _once_held(member: Membership, public_id: UUID) -> tuple[Seat | None, datetime | None]:
    seat = Seat.objects.filter(public_id=public_id, annotator=member).first()
    if seat is not None:
        return seat, seat.held_at
    loss = lost_seat(member, public_id)
    return (None, None) if loss is None else (loss.seat, loss.held_at)


def _why(seat: Seat, member: Membership) -> LateReason:
    """Why the seat is no longer the person's: they lost it, or it was withdrawn while it was theirs.

    The answer does not depend on what became of a lost seat later: lost hidden checks meet nothing more (R9).
    """
    if seat.annotator_id == member.pk and not seat.losses.filter(annotator=member).exists():
        return LateReason(seat.public_id, "withdrawn", "seat: withdrawn; its score is no longer wanted")
    return LateReason(seat.public_id, "reassigned", "seat: no longer yours; its score is not needed")
