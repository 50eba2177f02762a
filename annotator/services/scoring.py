"""Stores what annotators submit: each key once, each seat one current score (I1, I2, R12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction

from annotator.entries import Refused, ScoreEntry, read_entry
from annotator.leases import changeable_until
from annotator.models import Membership, Score, Seat, SeatState
from annotator.models.work import WAITING_STATES
from annotator.services.claiming import renew_lease
from moments.selectors.campaigns import newest_protocol

Status = Literal["saved", "duplicate", "changed", "refused"]


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of one submitted score; `relevance` is the value stored for the seat, if any."""

    seat: str | None
    status: Status
    detail: str = ""
    relevance: int | None = None
    changeable_until: datetime | None = None


def submit_scores(*, member: Membership, entries: Sequence[object], now: datetime) -> list[Submitted]:
    """Store each entry that can be taken, in order, and say of each what became of it.

    One that cannot be taken does not hinder the others. The answers are true once this returns
    outside a transaction, that is after COMMIT. The first UPDATE holds the person's row, so that a
    person's submissions follow each other and a key is looked up and stored by one of them.
    """
    with transaction.atomic():
        renew_lease(member=member, now=now)
        return [_submitted(member, raw, now) for raw in entries]


def _submitted(member: Membership, raw: object, now: datetime) -> Submitted:
    named = raw.get("seat") if isinstance(raw, dict) else None
    seat = named if isinstance(named, str) else None
    try:
        entry = read_entry(raw)
        known = Score.objects.filter(annotator=member, key=entry.key).select_related("seat").first()
        if known is not None:
            return _duplicate(known)
        return _store(member, entry, now)
    except Refused as refusal:
        return Submitted(seat, "refused", str(refusal))


def _duplicate(known: Score) -> Submitted:
    detail = f"stored as {known.relevance}" if known.current else f"stored as {known.relevance}, replaced since"
    return Submitted(str(known.seat.public_id), "duplicate", detail, known.relevance, known.changeable_until)


def _store(member: Membership, entry: ScoreEntry, now: datetime) -> Submitted:
    mine = Seat.objects.filter(public_id=entry.seat, annotator=member, superseded=False)
    if mine.filter(state__in=WAITING_STATES).update(state=SeatState.SCORED):
        seat = mine.select_related("pair__batch__protocol").get()
        until = changeable_until(now, grace_s=_grace_s(seat))
        return _saved(member, seat, entry, now, until, "saved")
    seat = _own_seat(member, entry.seat)
    current = Score.objects.filter(seat=seat, current=True).first()
    if seat.state == SeatState.RELEASED or current is None:
        raise Refused("seat: released; its score is not wanted any more")
    if current.relevance == entry.relevance:
        return Submitted(str(entry.seat), "duplicate", "scored so already", current.relevance, current.changeable_until)
    return _change(member, seat, current, entry, now)


def _own_seat(member: Membership, public_id: UUID) -> Seat:
    seat = Seat.objects.filter(public_id=public_id, annotator=member).first()
    if seat is None:
        raise Refused("seat: not yours, or no longer")
    if seat.superseded:
        raise Refused("seat: superseded; its score no longer counts")
    return seat


def _change(member: Membership, seat: Seat, current: Score, entry: ScoreEntry, now: datetime) -> Submitted:
    """Replace the current score within its grace period (R12)."""
    stored = f"relevance {current.relevance} is stored"
    if entry.replaces is None:
        return _kept(current, entry, f"{stored}; to change it, name its key in replaces")
    if entry.replaces != current.key:
        return _kept(current, entry, f"{stored} under another key than the one in replaces")
    replaceable = Score.objects.filter(pk=current.pk, current=True, final=False, changeable_until__gt=now)
    if seat.state != SeatState.SCORED or not replaceable.update(current=False):
        return _kept(current, entry, f"{stored} and final")
    return _saved(member, seat, entry, now, current.changeable_until, "changed")


def _kept(current: Score, entry: ScoreEntry, detail: str) -> Submitted:
    return Submitted(str(entry.seat), "refused", detail, current.relevance, current.changeable_until)


def _saved(
    member: Membership, seat: Seat, entry: ScoreEntry, now: datetime, until: datetime, status: Status
) -> Submitted:
    Score.objects.create(
        seat=seat,
        annotator=member,
        key=entry.key,
        relevance=entry.relevance,
        saved_at=now,
        changeable_until=until,
        shown_ms=entry.shown_ms,
    )
    return Submitted(str(entry.seat), status, "", entry.relevance, until)


def _grace_s(seat: Seat) -> int:
    """The grace of the version that the batch was opened under; of the newest where there is no batch."""
    batch = seat.pair.batch
    return batch.protocol.grace_s if batch else newest_protocol(seat.pair.campaign).grace_s
