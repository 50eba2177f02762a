"""Makes the seats of twins campaigns one by one, and keeps writers from the captions that they wrote."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef

from annotator.models import Membership, Role, Score, Seat, SeatState, Standing
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.seats.selectors.writers import writers_among
from annotator.seats.services.losing import record_losses
from annotator.seats.services.taking import reserve_open
from moments.models import Pair

CHUNK = 2000
BARRED = 2  # the number of a seat that only keeps its person from the pair


def add_seats_at(*, places: Iterable[tuple[Pair, int, int]]) -> list[Seat]:
    """An open seat for each pair, round and number, at the pair's current attempt."""
    seats = [
        Seat(campaign_id=pair.campaign_id, pair=pair, attempt=pair.attempt, round=number_of_round, number=number)
        for pair, number_of_round, number in places
    ]
    return Seat.objects.bulk_create(seats, batch_size=CHUNK)


def bar_people(*, barred: Iterable[tuple[Pair, int]]) -> None:
    """Keep each person (by primary key) from the pair: a superseded seat at its current attempt counts as met (I3)."""
    seats = [
        Seat(
            campaign_id=pair.campaign_id,
            pair=pair,
            attempt=pair.attempt,
            round=1,
            number=BARRED,
            state=SeatState.RELEASED,
            superseded=True,
            annotator_id=person,
        )
        for pair, person in barred
    ]
    Seat.objects.bulk_create(seats, batch_size=CHUNK, ignore_conflicts=True)


def reserve_for(*, seats: Sequence[tuple[Seat, int]], now: datetime) -> int:
    """Queue each open seat of writing for its person (by primary key), if they may still write; how many.

    Others stay open.

    The caller holds the campaign; people are locked in the order in which everybody locks them.
    """
    by_person: dict[int, list[Seat]] = {}
    for seat, person in seats:
        by_person.setdefault(person, []).append(seat)
    reserved = 0
    able = Membership.objects.filter(
        pk__in=by_person, role=Role.ANNOTATOR, standing=Standing.QUALIFIED, user__is_active=True
    )
    writers = writers_among(seats[0][0].pair.campaign, by_person) if seats else set()
    for member in able.filter(pk__in=writers).select_related("campaign").order_by("pk"):
        Membership.objects.filter(pk=member.pk).update(next_position=F("next_position"))
        theirs = [(seat.pair.query_id, seat.pk) for seat in by_person[member.pk]]
        reserved += reserve_open(member, theirs, now)
    return reserved


def release_seats_of(*, pairs: Iterable[int]) -> int:
    """Take the seats of the pairs that nobody has scored out of the queues, for good; how many."""
    unscored = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=list(pairs), state__in=[SeatState.OPEN, *WAITING_STATES])
    ids = list(unscored.values_list("pk", flat=True))
    record_losses(seats=Seat.objects.filter(pk__in=ids))
    return Seat.objects.filter(pk__in=ids).update(superseded=True, state=SeatState.RELEASED, annotator=None, position=0)


def resume_pairs(*, pairs: Iterable[int], now: datetime) -> int:
    """Go on where the released pairs (by primary key) stopped; how many stored answers wait to be ruled on again.

    Seats with an answer count as scored, the others go back to their people, or to anybody. The caller holds campaign
    and people.
    """
    released = Seat.objects.filter(
        LIVE_CAMPAIGN, pair__in=list(pairs), attempt=F("pair__attempt"), state=SeatState.RELEASED
    )
    answered = Score.objects.filter(seat=OuterRef("pk"), current=True)
    unruled = released.filter(Exists(answered)).update(state=SeatState.SCORED)
    waiting = list(released.select_related("pair"))
    people = {seat.pk: seat.annotator_id for seat in waiting}
    released.update(state=SeatState.OPEN, annotator=None, position=0)
    before = [(seat, person) for seat in waiting if (person := people[seat.pk]) is not None]
    reserve_for(seats=before, now=now)
    return unruled
