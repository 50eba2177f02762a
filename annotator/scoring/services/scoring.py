"""Stores what annotators submit: each key once, each seat one current score (I1, I2, R12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, QuerySet, Value
from django.db.models.functions import Coalesce

from annotator.models import Membership, Score, Seat, SeatState, WorkEvent
from annotator.models.seats import WAITING_STATES
from annotator.people.leases import changeable_until
from annotator.scoring.entries import Refused, ScoreEntry, read_entry
from annotator.scoring.services.late import LateCode, LateReason, late_answers, pay_late_score
from annotator.seats.selectors.hidden_checks import grace_of_seat
from annotator.seats.services.leasing import mark_shown, renew_lease
from annotator.worktime.clock import Worked, reported_work
from moments.campaign.selectors import newest_protocol
from moments.database.prepared import PreparedRows, PreparedStep

# What is asked of a seat that is scored; the other columns are read where a change or a late score needs them.
ASKED = (
    "public_id", "state", "superseded", "purpose", "reserved_at", "held_at", "annotator", "pair",
)  # fmt: skip
Status = Literal["saved", "duplicate", "changed", "refused"]
Code = LateCode | Literal["final", "other_value", "bad_entry"]


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of one submitted score; `relevance` is the value stored for the seat, if any.

    The code says why a score was refused: the seat is no longer the person's (`reassigned`) or no longer wanted
    (`withdrawn`), and the time is paid; the stored score is `final`, or an `other_value` that nothing or a wrong
    key replaces; or the entry itself is a `bad_entry`, among them one for a seat that never was the person's.
    """

    seat: str | None
    status: Status
    detail: str = ""
    relevance: int | None = None
    changeable_until: datetime | None = None
    code: Code | None = None


def submit_scores(
    *, member: Membership, entries: Sequence[object], now: datetime, shown: Iterable[UUID] = ()
) -> list[Submitted]:
    """Store each entry that can be taken, in order, and say of each what became of it.

    One that cannot be taken does not hinder the others. The answers are true once this returns
    outside a transaction, that is after COMMIT. The first UPDATE renews the lease and holds the person's row, so
    that a person's submissions follow each other and a key is looked up and stored by one of them.
    `shown` are seats whose clip was shown; a score says so of its own.
    """
    with transaction.atomic(savepoint=False):
        read = [_read(raw) for raw in entries]
        desk = _Desk(member, [entry for entry in read if isinstance(entry, ScoreEntry)], now)
        results = [item if isinstance(item, Submitted) else desk.submit(item) for item in read]
        mark_shown(member=member, seats=shown, now=now)
        return results


def _read(raw: object) -> ScoreEntry | Submitted:
    try:
        return read_entry(raw)
    except Refused as refusal:
        named = raw.get("seat") if isinstance(raw, dict) else None
        seat = named if isinstance(named, str) else None
        return Submitted(seat, "refused", str(refusal), code="bad_entry")


class _Desk:
    """What is known before a person's entries are stored, and becomes known while they are."""

    def __init__(self, member: Membership, entries: Sequence[ScoreEntry], now: datetime) -> None:
        self.member, self.now = member, now
        self.known: dict[str, Submitted] = {}
        self.late: dict[str, LateReason] = {}
        keys = {entry.key for entry in entries}
        self.seats, all_new = self._own_seats({entry.seat for entry in entries}, keys)
        if not all_new:
            known = Score.objects.filter(annotator=member, key__in=keys).select_related("seat")
            self.known = {score.key: _duplicate(score) for score in known}
            self.late = late_answers(member=member, keys=keys - self.known.keys())

    def submit(self, entry: ScoreEntry) -> Submitted:
        """What becomes of the entry."""
        if entry.key in self.known:
            return self.known[entry.key]
        if entry.key in self.late:
            return _refused_late(self.late[entry.key])
        seat = self.seats.get(entry.seat)
        if seat is None:
            return self._late(entry)
        if seat.state in WAITING_STATES and not seat.superseded:
            return self._first(seat, entry)
        current = Score.objects.filter(seat=seat, current=True).first()
        if current is None:
            return self._late(entry)
        if current.relevance == entry.relevance:
            until = current.changeable_until
            return Submitted(str(entry.seat), "duplicate", "scored so already", current.relevance, until)
        return self._change(seat, current, entry)

    def _first(self, seat: Seat, entry: ScoreEntry) -> Submitted:
        """Score a seat that waits for it."""
        worked = self._worked(seat, entry)
        until = changeable_until(self.now, grace_s=_grace_s(seat))
        _first_score.run_later(
            seat=seat.pk,
            annotator_id=self.member.pk,
            shown_at=worked.shown_at,
            key=entry.key,
            relevance=entry.relevance,
            saved_at=self.now,
            worked_at=worked.at,
            changeable_until=until,
            shown_ms=worked.shown_ms,
            plays=entry.plays,
        )
        seat.state = SeatState.SCORED
        return self._saved(entry, until, "saved")

    def _change(self, seat: Seat, current: Score, entry: ScoreEntry) -> Submitted:
        """Replace the current score within its grace period, whatever became of its pair (R12).

        The answer does not depend on a lead's decision, because no hidden check meets one.
        """
        stored = f"relevance {current.relevance} is stored"
        if entry.replaces is None:
            return _kept(current, entry, "other_value", f"{stored}; to change it, name its key in replaces")
        if entry.replaces != current.key:
            return _kept(current, entry, "other_value", f"{stored} under another key than the one in replaces")
        replaceable = Score.objects.filter(pk=current.pk, current=True, final=False, changeable_until__gt=self.now)
        if not replaceable.update(current=False):
            return _kept(current, entry, "final", f"{stored} and final")
        worked = self._worked(seat, entry)
        Score(
            seat=seat,
            annotator=self.member,
            key=entry.key,
            relevance=entry.relevance,
            saved_at=self.now,
            worked_at=worked.at,
            changeable_until=current.changeable_until,
            shown_ms=worked.shown_ms,
            plays=entry.plays,
        ).save(force_insert=True)
        return self._saved(entry, current.changeable_until, "changed")

    def _saved(self, entry: ScoreEntry, until: datetime, status: Status) -> Submitted:
        saved = Submitted(str(entry.seat), status, "", entry.relevance, until)
        self.known[entry.key] = replace(saved, status="duplicate", detail=f"stored as {entry.relevance}")
        return saved

    def _late(self, entry: ScoreEntry) -> Submitted:
        """Pay for a score that came too late; refuse one for a seat that never was the person's."""
        late = pay_late_score(member=self.member, entry=entry, now=self.now)
        if late is None:
            return Submitted(str(entry.seat), "refused", "seat: not yours, or no longer", code="bad_entry")
        self.late[entry.key] = late
        return _refused_late(late)

    def _worked(self, seat: Seat, entry: ScoreEntry) -> Worked:
        since = seat.held_at or seat.reserved_at
        return reported_work(now=self.now, since=since, ago_ms=entry.ago_ms, shown_ms=entry.shown_ms)

    def _own_seats(self, wanted: set[UUID], keys: set[str]) -> tuple[dict[UUID, Seat], bool]:
        """Those of the seats that are the person's, and whether they are all and every key is new.

        They are read once the lease is renewed, by which the person's other requests are over, and locked, so that
        what is read stays true until they are scored.
        """
        renew_lease(member=self.member, now=self.now)
        if len(wanted) == len(keys) == 1:
            (seat,), (key,) = wanted, keys
            seats = _one_seat.rows(seat=seat, key=key, member=self.member.pk)
        else:
            seats = list(_seats_for(wanted, keys, self.member.pk).order_by("pk")) if wanted else []
        all_new = len(seats) == len(wanted) and not any(seat.key_known for seat in seats)  # type: ignore[attr-defined]
        return {seat.public_id: seat for seat in seats}, all_new


def _seats_for(seats: Iterable[UUID], keys: Iterable[str], member: int) -> QuerySet[Seat]:
    """Those of the seats that are the member's, locked, each with whether one of the keys was seen before."""
    stored = Score.objects.filter(annotator=member, key__in=keys)
    late = WorkEvent.objects.filter(annotator=member, key__in=keys)
    mine = Seat.objects.filter(public_id__in=seats, annotator=member).select_for_update(of=("self",), no_key=True)
    return mine.annotate(key_known=Exists(stored) | Exists(late), grace_s=grace_of_seat()).only(*ASKED)


_one_seat = PreparedRows(lambda seat, key, member: _seats_for([seat], [key], member), seat=UUID, key=str, member=int)


def _score_first(seat: int, annotator_id: int, shown_at: datetime, **score: Any) -> tuple[QuerySet[Seat], Any, Score]:
    """The seat where it waits for the member's score, what becomes of it, and the score."""
    waiting = Seat.objects.filter(pk=seat, annotator=annotator_id, superseded=False, state__in=WAITING_STATES)
    changes = {"state": SeatState.SCORED, "shown_at": Coalesce("shown_at", Value(shown_at))}
    return waiting, changes, Score(seat_id=seat, annotator_id=annotator_id, **score)


_first_score = PreparedStep(
    _score_first,
    seat=int,
    annotator_id=int,
    shown_at=datetime,
    key=str,
    relevance=int,
    saved_at=datetime,
    worked_at=datetime,
    changeable_until=datetime,
    shown_ms=int,
    plays=int,
)


def _duplicate(known: Score) -> Submitted:
    detail = f"stored as {known.relevance}" if known.current else f"stored as {known.relevance}, replaced since"
    return Submitted(str(known.seat.public_id), "duplicate", detail, known.relevance, known.changeable_until)


def _refused_late(late: LateReason) -> Submitted:
    return Submitted(str(late.seat), "refused", late.detail, code=late.code)


def _kept(current: Score, entry: ScoreEntry, code: Code, detail: str) -> Submitted:
    return Submitted(str(entry.seat), "refused", detail, current.relevance, current.changeable_until, code)


def _grace_s(seat: Seat) -> int:
    """The grace of the version that the batch was opened under; of the newest if there is no batch (an exam)."""
    known: int | None = seat.grace_s  # type: ignore[attr-defined]  # annotated with the seat, as `key_known` is
    return newest_protocol(seat.pair.campaign).grace_s if known is None else known
