"""Takes reports that a pair cannot be judged, or questions about it (R1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Coalesce

from annotator.models import Membership, Problem, ProblemKind, Score, Seat, SeatState, WorkEvent, WorkKind
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.seats.selectors.hidden_checks import CHECKS
from annotator.seats.services.leasing import renew_lease
from annotator.seats.services.losing import lost_seat
from annotator.worktime.clock import Worked, reported_work
from moments.base.errors import BadInput
from moments.models import Pair

LONGEST_NOTE = 1000
REPORTABLE_FOR = timedelta(days=7)
STILL_WANTED = (SeatState.OPEN, *WAITING_STATES, SeatState.SCORED)


class UnknownSeat(BadInput):
    """A seat that never was the person's, or was theirs too long ago."""


class KeyUsed(BadInput):
    """A key under which something else is stored."""


class NoteFull(BadInput):
    """A further note that the open report has no room for."""


@dataclass(frozen=True, slots=True)
class _Reportable:
    """A seat that a report may name: since when the person had it, and whether the report parks its pair."""

    seat: Seat
    since: datetime | None
    parks: bool


@transaction.atomic
def report_problem(
    *,
    member: Membership,
    seat: UUID,
    kind: ProblemKind,
    note: str,
    now: datetime,
    key: str | None = None,
    ago_ms: int = 0,
    shown_ms: int | None = None,
) -> Problem:
    """Store the report; `ago_ms` and `shown_ms` are the program's own account of it.

    Unless it is a question, a pair that the person has not scored is on hold until a lead decides; a problem with the
    query holds all its pairs that wait for a score, except in a twins campaign. Whether a report is taken depends
    only on what the person knows (R9): their own answer and its time. A scored pair is not held: the score counts until
    a lead decides. A seat that went to somebody else can be reported, because the person saw the pair. A repeated
    report, under its key or while it is open, is paid once; its note is added. Raises UnknownSeat for a seat that never
    was the person's or was theirs too long ago, KeyUsed if the key was used for something else, NoteFull if the notes
    would be too long.
    """
    renew_lease(member=member, now=now)
    known = None if key is None else _known(member, seat, kind, key)
    if known is not None:
        return known
    found = _reportable(member, seat, now)
    problem, is_new = Problem.objects.get_or_create(
        seat=found.seat,
        annotator=member,
        kind=kind,
        resolved_at=None,
        defaults={"pair": found.seat.pair, "note": note, "reported_at": now},
    )
    if is_new:
        worked = reported_work(now=now, since=found.since, ago_ms=ago_ms, shown_ms=shown_ms)
        _count_work(problem, key or f"problem-{problem.pk}", worked)
    else:
        _add_note(problem, note)
    if found.parks:
        _park(found.seat.pair, kind)
    return problem


def _known(member: Membership, seat: UUID, kind: ProblemKind, key: str) -> Problem | None:
    """The report that was stored under the key."""
    event = WorkEvent.objects.filter(annotator=member, key=key).select_related("seat").first()
    if event is None:
        return None
    reports = Problem.objects.filter(annotator=member, seat=event.seat, seat__public_id=seat, kind=kind)
    problem = reports.order_by("-pk").first()
    if problem is None or event.kind != WorkKind.PROBLEM:
        raise KeyUsed("was already used for something else")
    return problem


def _reportable(member: Membership, public_id: UUID, now: datetime) -> _Reportable:
    """The seat that the person has or had, unless they were done with it too long ago."""
    seat = Seat.objects.select_related("pair").filter(public_id=public_id, annotator=member).first()
    if seat is None:
        return _lost(member, public_id, now)
    score = Score.objects.filter(seat=seat, annotator=member, current=True).first()
    waits = score is None and seat.state in WAITING_STATES and not seat.superseded
    if not waits:
        _refuse_old(score.changeable_until if score else seat.held_at, now)
    return _Reportable(seat, seat.held_at or seat.reserved_at, parks=waits)


def _lost(member: Membership, public_id: UUID, now: datetime) -> _Reportable:
    """The seat that went to somebody else, or to nobody, before the person scored it."""
    loss = lost_seat(member, public_id)
    _refuse_old(loss.held_at if loss else None, now)
    assert loss is not None
    seat = loss.seat
    wanted = seat.state in STILL_WANTED and not seat.superseded
    return _Reportable(seat, loss.held_at, parks=wanted or seat.purpose in CHECKS)


def _refuse_old(done_at: datetime | None, now: datetime) -> None:
    """Raise UnknownSeat unless the person was done with the seat recently."""
    if done_at is None or now >= done_at + REPORTABLE_FOR:
        raise UnknownSeat("seat: not yours, or scored too long ago to report")


def _add_note(problem: Problem, note: str) -> None:
    """Put another note under what the open report says already."""
    if not note or note in problem.note:
        return
    problem.note = f"{problem.note}\n{note}".strip()
    if len(problem.note) > LONGEST_NOTE:
        raise NoteFull(f"your open report already holds {LONGEST_NOTE} characters and has no room for this note")
    problem.save(update_fields=["note"])


def _count_work(problem: Problem, key: str, worked: Worked) -> None:
    """The time counts as work, and the clip was shown."""
    event = WorkEvent(
        annotator=problem.annotator,
        kind=WorkKind.PROBLEM,
        key=key,
        seat=problem.seat,
        worked_at=worked.at,
        shown_ms=worked.shown_ms,
    )
    WorkEvent.objects.bulk_create([event], ignore_conflicts=True)
    mine = Seat.objects.filter(pk=problem.seat_id, annotator=problem.annotator)
    mine.update(shown_at=Coalesce("shown_at", Value(worked.shown_at)))


def _park(pair: Pair, kind: ProblemKind) -> None:
    if kind == ProblemKind.QUERY and not pair.campaign.is_twin:  # a task of twins is the query of thousands of pairs
        unsettled = LIVE_CAMPAIGN & ~Q(state__in=[SeatState.SETTLED, SeatState.RELEASED])
        waiting = Seat.objects.filter(unsettled | Q(state__in=WAITING_STATES), pair__query=pair.query_id)
        Pair.objects.filter(pk__in=[pair.pk, *waiting.values_list("pair", flat=True)]).update(parked=True)
    elif kind != ProblemKind.QUESTION:
        Pair.objects.filter(pk=pair.pk).update(parked=True)
