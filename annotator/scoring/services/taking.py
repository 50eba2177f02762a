"""Takes submitted scores one by one: each key once, each seat one current score (I1, I2, R12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, QuerySet, Value
from django.db.models.functions import Coalesce

from annotator.models import Membership, Score, Seat, SeatState, WorkEvent
from annotator.models.seats import WAITING_STATES
from annotator.people.leases import changeable_until
from annotator.scoring.entries import ScoreEntry
from annotator.scoring.services.late import LateReason, late_answers, pay_late_score
from annotator.scoring.submitted import Code, Status, Submitted
from annotator.seats.selectors.hidden_checks import with_grace
from annotator.seats.services.leasing import renew_lease
from annotator.worktime.clock import Worked, reported_work
from moments.campaign.selectors import newest_protocol
from moments.database.prepared import PreparedRows, PreparedStep

# What is asked of a seat that is scored; the other columns are read where a change or a late score needs them.
ASKED = (
    "public_id", "state", "superseded", "purpose", "reserved_at", "held_at", "annotator", "pair",
)  # fmt: skip


def asked_seats(seats: Iterable[UUID], keys: Iterable[str], member: int) -> QuerySet[Seat]:
    """Those of the seats that are the member's, locked, each with whether one of the keys was seen before."""
    stored = Score.objects.filter(annotator=member, key__in=keys)
    late = WorkEvent.objects.filter(annotator=member, key__in=keys)
    mine = Seat.objects.filter(public_id__in=seats, annotator=member).select_for_update(of=("self",), no_key=True)
    return with_grace(mine.annotate(key_known=Exists(stored) | Exists(late))).only(*ASKED)


def one_asked(seats: Callable[..., QuerySet[Seat]]) -> PreparedRows[Seat]:
    """The same of one seat and one key, prepared."""
    return PreparedRows(lambda seat, key, member: seats([seat], [key], member), seat=UUID, key=str, member=int)


class ScoreTaking:
    """Takes a person's entries: what is known before they are stored, and becomes known while they are.

    What it stores is a relevance; `annotator.scoring.services.marks` stores marked answers.
    """

    stored_as = "relevance "
    seats_of = staticmethod(asked_seats)
    one_seat = one_asked(asked_seats)

    def __init__(self, member: Membership, entries: Sequence[ScoreEntry], now: datetime) -> None:
        self.member, self.now = member, now
        self.known: dict[str, Submitted] = {}
        self.late: dict[str, LateReason] = {}
        keys = {entry.key for entry in entries}
        self.seats, all_new = self._own_seats({entry.seat for entry in entries}, keys)
        if not all_new:
            known = Score.objects.filter(annotator=member, key__in=keys).select_related("seat")
            self.known = {score.key: self._duplicate(score) for score in known}
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
        if self._is_same(current, seat, entry):
            detail = "already scored this way"
            return self._answer(str(entry.seat), "duplicate", detail, current, current.changeable_until)
        return self._change(seat, current, entry)

    def _first(self, seat: Seat, entry: ScoreEntry) -> Submitted:
        """Score a seat that waits for it."""
        worked = self._worked(seat, entry)
        until = changeable_until(self.now, grace_s=_grace_s(seat))
        self._store_first(seat, entry, worked, until)
        seat.state = SeatState.SCORED
        return self._saved(entry, until, "saved")

    def _change(self, seat: Seat, current: Score, entry: ScoreEntry) -> Submitted:
        """Replace the current score within its grace period, whatever became of its pair (R12).

        The answer does not depend on a lead's decision, because no hidden check meets one.
        """
        stored = f"{self.stored_as}{self._value(current)} is stored"
        if entry.replaces is None:
            return self._kept(current, entry, "other_value", f"{stored}; to change it, name its key in replaces")
        if entry.replaces != current.key:
            return self._kept(current, entry, "other_value", f"{stored} under another key than the one in replaces")
        replaceable = Score.objects.filter(pk=current.pk, current=True, final=False, changeable_until__gt=self.now)
        if not replaceable.update(current=False):
            return self._kept(current, entry, "final", f"{stored} and final")
        self._store(seat, entry, self._worked(seat, entry), current.changeable_until)
        return self._saved(entry, current.changeable_until, "changed")

    def _store_first(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> None:
        """Store the first score of a seat that waits for it, in one statement."""
        first_score.run_later(**self._first_values(seat, entry, worked, until))

    def _first_values(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> dict[str, Any]:
        """The values of `first_score`."""
        return {
            "seat": seat.pk,
            "annotator_id": self.member.pk,
            "shown_at": worked.shown_at,
            "key": entry.key,
            "relevance": entry.relevance,
            "saved_at": self.now,
            "worked_at": worked.at,
            "changeable_until": until,
            "shown_ms": worked.shown_ms,
            "plays": entry.plays,
        }

    def _store(self, seat: Seat, entry: ScoreEntry, worked: Worked, until: datetime) -> Score:
        """Store a further score of the seat."""
        score = Score(
            seat=seat,
            annotator=self.member,
            key=entry.key,
            relevance=entry.relevance,
            saved_at=self.now,
            worked_at=worked.at,
            changeable_until=until,
            shown_ms=worked.shown_ms,
            plays=entry.plays,
        )
        score.save(force_insert=True)
        return score

    def _is_same(self, current: Score, seat: Seat, entry: ScoreEntry) -> bool:
        return current.relevance == entry.relevance

    def _value(self, current: Score) -> str:
        return str(current.relevance)

    def _answer(
        self, seat: str, status: Status, detail: str, score: Score, until: datetime, code: Code | None = None
    ) -> Submitted:
        """What is said of a stored score."""
        return Submitted(seat, status, detail, score.relevance, until, code)

    def _saved(self, entry: ScoreEntry, until: datetime, status: Status) -> Submitted:
        saved = Submitted(str(entry.seat), status, "", entry.relevance, until)
        self.known[entry.key] = replace(saved, status="duplicate", detail=f"stored as {entry.relevance}")
        return saved

    def _duplicate(self, known: Score) -> Submitted:
        value = self._value(known)
        detail = f"stored as {value}" if known.current else f"stored as {value}, replaced since"
        return self._answer(str(known.seat.public_id), "duplicate", detail, known, known.changeable_until)

    def _kept(self, current: Score, entry: ScoreEntry, code: Code, detail: str) -> Submitted:
        return self._answer(str(entry.seat), "refused", detail, current, current.changeable_until, code)

    def _late(self, entry: ScoreEntry) -> Submitted:
        """Pay for a score that came too late; refuse one for a seat that never was the person's."""
        late = pay_late_score(member=self.member, entry=entry, now=self.now)
        if late is None:
            return Submitted(str(entry.seat), "refused", "seat: not yours, or no longer yours", code="bad_entry")
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
            seats = self.one_seat.rows(seat=seat, key=key, member=self.member.pk)
        else:
            seats = list(self.seats_of(wanted, keys, self.member.pk).order_by("pk")) if wanted else []
        all_new = len(seats) == len(wanted) and not any(seat.key_known for seat in seats)  # type: ignore[attr-defined]
        return {seat.public_id: seat for seat in seats}, all_new


def _score_first(seat: int, annotator_id: int, shown_at: datetime, **score: Any) -> tuple[QuerySet[Seat], Any, Score]:
    """The seat where it waits for the member's score, what becomes of it, and the score."""
    waiting = Seat.objects.filter(pk=seat, annotator=annotator_id, superseded=False, state__in=WAITING_STATES)
    changes = {"state": SeatState.SCORED, "shown_at": Coalesce("shown_at", Value(shown_at))}
    return waiting, changes, Score(seat_id=seat, annotator_id=annotator_id, **score)


first_score = PreparedStep(
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


def _refused_late(late: LateReason) -> Submitted:
    return Submitted(str(late.seat), "refused", late.detail, code=late.code)


def _grace_s(seat: Seat) -> int:
    """The grace of the version that the batch was opened under; of the newest if there is no batch (an exam)."""
    known: int | None = seat.grace_s  # type: ignore[attr-defined]  # annotated with the seat, as `key_known` is
    return newest_protocol(seat.pair.campaign).grace_s if known is None else known
