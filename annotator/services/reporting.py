"""Takes reports that a pair cannot be judged, or questions about it (R1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Coalesce

from annotator.clock import Worked, told_work
from annotator.models import Membership, Problem, ProblemKind, Purpose, Seat, SeatState, WorkEvent, WorkKind
from annotator.models.work import LIVE_CAMPAIGN, WAITING_STATES
from annotator.selectors.checks import CHECKS
from annotator.services.claiming import renew_lease
from annotator.services.losing import lost_seat
from moments.errors import BadInput
from moments.models import Pair

REPORTABLE = (*WAITING_STATES, SeatState.SCORED)
LONGEST_NOTE = 1000
REPORTABLE_IF_LOST = (SeatState.OPEN, *REPORTABLE)


class UnknownSeat(BadInput):
    """A seat that is not the person's."""


class KeyUsed(BadInput):
    """A key under which something else is stored."""


class NoteFull(BadInput):
    """A further note that the open report has no room for."""


@dataclass(frozen=True, slots=True)
class Told:
    """The program's own account: how long ago the report was made, how long the clip had been in view."""

    ago_ms: int = 0
    shown_ms: int | None = None


NOTHING_TOLD = Told()


@transaction.atomic
def report_problem(
    *,
    member: Membership,
    seat: UUID,
    kind: ProblemKind,
    note: str,
    now: datetime,
    key: str | None = None,
    told: Told = NOTHING_TOLD,
) -> Problem:
    """Store the report; the pair leaves every queue until a lead has looked, unless it is a question.

    A problem with the query itself parks all pairs of the query that wait for a score. Repeating a
    report, under its key or while it is open, is paid once; another note is added to the one that is open.

    A scored seat may be reported too: the score stays, may be changed within its grace as ever (R12), becomes
    final and is ruled on with the others. Parking keeps pairs from people who have not scored them yet, it takes
    back nothing; what a lead withdraws, supersedes or puts back decides whether the score counts in the end.
    A report of a seat that went to somebody else meanwhile counts: it is about the pair, which the person saw.

    Raises UnknownSeat for a seat that neither is nor was the person's or that is done with, KeyUsed where the
    key stands for something else, NoteFull where the notes together would be too long.
    """
    renew_lease(member=member, now=now)
    known = None if key is None else _known(member, seat, kind, key)
    if known is not None:
        return known
    found, since = _reportable(member, seat)
    problem, is_new = Problem.objects.get_or_create(
        seat=found,
        annotator=member,
        kind=kind,
        resolved_at=None,
        defaults={"pair": found.pair, "note": note, "reported_at": now},
    )
    if is_new:
        worked = told_work(now=now, since=since, ago_ms=told.ago_ms, shown_ms=told.shown_ms)
        _count_work(problem, key or f"problem-{problem.pk}", worked)
    else:
        _add_note(problem, note)
    _park(found.pair, kind)
    return problem


def _known(member: Membership, seat: UUID, kind: ProblemKind, key: str) -> Problem | None:
    """The report that was stored under the key."""
    event = WorkEvent.objects.filter(annotator=member, key=key).select_related("seat").first()
    if event is None:
        return None
    reports = Problem.objects.filter(annotator=member, seat=event.seat, seat__public_id=seat, kind=kind)
    problem = reports.order_by("-pk").first()
    if problem is None or event.kind != WorkKind.PROBLEM:
        raise KeyUsed("stands for something else that was sent before")
    return problem


def _reportable(member: Membership, public_id: UUID) -> tuple[Seat, datetime | None]:
    """The seat that the person has or had, and since when."""
    mine = Seat.objects.select_related("pair").filter(
        public_id=public_id, annotator=member, state__in=REPORTABLE, superseded=False
    )
    seat = mine.first()
    if seat is not None:
        return seat, seat.held_at or seat.reserved_at
    loss = lost_seat(member, public_id)
    if loss is None or loss.seat.superseded or not _is_reportable_lost(loss.seat):
        raise UnknownSeat("seat: not yours, or done with")
    return loss.seat, loss.held_at


def _is_reportable_lost(seat: Seat) -> bool:
    """Not where the pair was withdrawn; hidden checks that are lost go to nobody and are released."""
    return seat.state in REPORTABLE_IF_LOST or (seat.state == SeatState.RELEASED and seat.purpose in CHECKS)


def _add_note(problem: Problem, note: str) -> None:
    """Put another note under what the open report says already."""
    if not note or note in problem.note:
        return
    problem.note = f"{problem.note}\n{note}".strip()
    if len(problem.note) > LONGEST_NOTE:
        raise NoteFull(f"your open report holds {LONGEST_NOTE} characters and has no room for this note")
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
    if kind == ProblemKind.QUERY:
        unsettled = LIVE_CAMPAIGN & ~Q(state__in=[SeatState.SETTLED, SeatState.RELEASED])
        of_exam = Q(purpose=Purpose.EXAM, state__in=WAITING_STATES)
        waiting = Seat.objects.filter(unsettled | of_exam, pair__query=pair.query_id)
        Pair.objects.filter(pk__in=[pair.pk, *waiting.values_list("pair", flat=True)]).update(parked=True)
    elif kind != ProblemKind.QUESTION:
        Pair.objects.filter(pk=pair.pk).update(parked=True)
