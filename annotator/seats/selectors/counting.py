"""Which of a person's seats hold a score that counts, or that may come to count again."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotator.models import Membership, Purpose, Score, Seat, SeatState, User
from annotator.models.seats import BY_PERSON, LIVE_CAMPAIGN, WAITING_STATES
from moments.models import Campaign


def counted_seats(member: Membership) -> QuerySet[Seat]:
    """The person's live campaign seats that hold a score."""
    return _counted().filter(BY_PERSON, annotator=member)


def counted_by_member(user: User) -> dict[int, int]:
    """How many such seats the account holds in each of its memberships; those without one are left out."""
    seats = _counted().filter(BY_PERSON, annotator__user=user).order_by()
    return dict(seats.values_list("annotator").annotate(Count("pk")))


def _counted() -> QuerySet[Seat]:
    score = Score.objects.filter(seat=OuterRef("pk"), current=True)
    return Seat.objects.filter(LIVE_CAMPAIGN, Exists(score))


def seats_set_aside() -> QuerySet[Seat]:
    """Scored seats of round 2 that wait for round 1 to be complete again; they count if it escalates once more."""
    return Seat.objects.filter(
        purpose=Purpose.CAMPAIGN,
        superseded=True,
        state=SeatState.RELEASED,
        round=2,
        attempt=F("pair__attempt"),
        annotator__isnull=False,
    )


@dataclass(frozen=True, slots=True)
class SeatCounts:
    """How many seats there are, how many wait for a person's score, and how many have one."""

    seats: int = 0
    waiting: int = 0
    scored: int = 0


def counts_by(campaign: Campaign, purpose: str) -> dict[int, SeatCounts]:
    """The counts of each study or pilot of the campaign (`purpose` is the seat's field: study, pilot), by its key."""
    seats = Seat.objects.filter(campaign=campaign, **{f"{purpose}__isnull": False}).order_by()
    counted = seats.values_list(purpose).annotate(
        seats=Count("pk"),
        waiting=Count("pk", filter=Q(state__in=WAITING_STATES)),
        scored=Count("pk", filter=Q(state__in=[SeatState.SCORED, SeatState.SETTLED])),
    )
    return {key: SeatCounts(*counts) for key, *counts in counted}
