"""Takes reports that a pair cannot be judged, or questions about it (R1)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from annotator.models import Membership, Problem, ProblemKind, Seat, SeatState
from annotator.models.work import LIVE_CAMPAIGN, WAITING_STATES
from annotator.services.claiming import renew_lease
from moments.errors import BadInput
from moments.models import Pair

REPORTABLE = (*WAITING_STATES, SeatState.SCORED)


class UnknownSeat(BadInput):
    """A seat that is not the person's."""


@transaction.atomic
def report_problem(*, member: Membership, seat: UUID, kind: ProblemKind, note: str, now: datetime) -> Problem:
    """Store the report; the pair leaves every queue until a lead has looked, unless it is a question.

    A problem with the query itself parks all pairs of the query that wait for a score. Repeating a
    report changes nothing. Raises UnknownSeat for a seat that is not the person's or done with.
    """
    renew_lease(member=member, now=now)
    mine = Seat.objects.select_related("pair").filter(public_id=seat, annotator=member, state__in=REPORTABLE)
    found = mine.first()
    if found is None:
        raise UnknownSeat("seat: not yours, or done with")
    problem, _ = Problem.objects.get_or_create(
        seat=found,
        annotator=member,
        kind=kind,
        resolved_at=None,
        defaults={"pair": found.pair, "note": note, "reported_at": now},
    )
    if kind == ProblemKind.QUERY:
        waiting = Seat.objects.filter(LIVE_CAMPAIGN, pair__query=found.pair.query_id).exclude(
            state__in=[SeatState.SETTLED, SeatState.RELEASED]
        )
        Pair.objects.filter(pk__in=list(waiting.values_list("pair", flat=True))).update(parked=True)
    elif kind != ProblemKind.QUESTION:
        Pair.objects.filter(pk=found.pair_id).update(parked=True)
    return problem


@transaction.atomic
def return_pair(*, pair: Pair, now: datetime, resolution: str) -> bool:
    """Put a parked pair back into its queues and close its reports; False where it was not parked."""
    Problem.objects.filter(pair=pair, resolved_at=None).update(resolved_at=now, resolution=resolution)
    return bool(Pair.objects.filter(pk=pair.pk, parked=True).update(parked=False))
