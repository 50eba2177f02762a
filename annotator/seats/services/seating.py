"""Makes seats where the floor above asks for them, and takes them away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.selectors.counting import seats_set_aside
from annotator.seats.selectors.queue import unmet
from annotator.seats.services.hidden_checks import release_checks, release_lone_checks
from annotator.seats.services.losing import record_losses
from annotator.seats.services.parting import hold_batches, part_seats
from annotator.seats.services.taking import reserve_open
from moments.database.planner_statistics import refresh_statistics
from moments.models import Batch, Pair

CHUNK = 2000
SEATS_A_ROUND = (1, 2)


@transaction.atomic(savepoint=False)
def seat_batches(*, batches: Sequence[Batch], pairs: Iterable[Pair]) -> int:
    """Two shares a batch and a seat a share on every pair (R2), all open; the number of seats."""
    shares = [
        Share(campaign_id=batch.campaign_id, batch=batch, number=number)
        for batch in batches
        for number in SEATS_A_ROUND
    ]
    made = {(share.batch_id, share.number): share for share in Share.objects.bulk_create(shares, batch_size=CHUNK)}
    seats = [
        _seat(pair, round_number=1, number=number, share=made[pair.batch_id or 0, number])
        for pair in pairs
        for number in SEATS_A_ROUND
    ]
    made_seats = len(Seat.objects.bulk_create(seats, batch_size=CHUNK))
    if made_seats > CHUNK:
        refresh_statistics(Share, Seat)
    return made_seats


@transaction.atomic(savepoint=False)
def keep_people(*, batches: Sequence[Batch], earlier: Sequence[Batch], now: datetime) -> None:
    """Reserve each batch of a campaign for those who had the query's earlier batch, where they are qualified still.

    One person after another, in the order in which everybody locks them.
    """
    shares = {(share.batch_id, share.number): share.pk for share in Share.objects.filter(batch__in=batches)}
    opened = {batch.query_id: batch.pk for batch in batches}
    had = Share.objects.filter(batch__in=earlier, annotator__in=qualified_annotators(batches[0].campaign))
    kept: dict[Membership, list[int]] = {}
    for share in had.select_related("annotator__campaign", "batch").order_by("annotator", "batch"):
        assert share.annotator is not None
        kept.setdefault(share.annotator, []).append(shares[opened[share.batch.query_id], share.number])
    for member, theirs in kept.items():
        _keep(member=member, shares=theirs, now=now)
    part_seats(opened.values())


def _keep(*, member: Membership, shares: Sequence[int], now: datetime) -> None:
    """Give the person the shares, and queue their seats but those on pairs that they have seen."""
    Membership.objects.filter(pk=member.pk).update(next_position=F("next_position"))
    Share.objects.filter(pk__in=shares, annotator=None).update(annotator=member)
    open_in_shares = Seat.objects.filter(share__in=shares, state=SeatState.OPEN)
    reserve_open(member, list(unmet(open_in_shares, member).values_list("pair__query_id", "pk")), now)


def add_first_round(*, pairs: Sequence[Pair]) -> int:
    """An open seat on each pair in either share of its batch, for its current attempt (R2); the number of seats."""
    shares = Share.objects.filter(batch__in={pair.batch_id for pair in pairs})
    made = {(share.batch_id, share.number): share for share in shares}
    seats = [
        _seat(pair, round_number=1, number=number, share=made[pair.batch_id or 0, number])
        for pair in pairs
        for number in SEATS_A_ROUND
    ]
    return len(Seat.objects.bulk_create(seats, batch_size=CHUNK))


def add_single_seats(*, pairs: Iterable[Pair]) -> int:
    """Add two open single seats of round 1 at each pair's current attempt; the number of seats."""
    seats = [_seat(pair, round_number=1, number=number, share=None) for pair in pairs for number in SEATS_A_ROUND]
    return len(Seat.objects.bulk_create(seats, batch_size=CHUNK))


def add_second_round(*, pairs: Iterable[Pair]) -> int:
    """Two further seats on each pair, for its current attempt (R4); the number of seats."""
    return _add_later_round(list(pairs), SEATS_A_ROUND)


def add_third_seats(*, pairs: Iterable[Pair]) -> int:
    """A seat of round 2 on each pair, for its current attempt: one person settles it (M3, T2); how many."""
    return _add_later_round(list(pairs), (1,))


def _add_later_round(pairs: Sequence[Pair], numbers: Sequence[int]) -> int:
    """Seats of round 2: open, but for those that were scored before and set aside, which count again."""
    kept = {(seat.pair_id, seat.number): seat.pk for seat in seats_set_aside().filter(pair__in=pairs)}
    if kept:
        Seat.objects.filter(pk__in=kept.values()).update(superseded=False, state=SeatState.SCORED)
    places = [(pair, number) for pair in pairs for number in numbers]
    seats = [
        _seat(pair, round_number=2, number=number, share=None)
        for pair, number in places
        if (pair.pk, number) not in kept
    ]
    Seat.objects.bulk_create(seats, batch_size=CHUNK)
    return len(places)


def mark_settled(*, seats: Iterable[int]) -> None:
    """Mark those scored seats as ruled on.

    Both states are named, so that the rows are found by their ids and not among all that are scored.
    """
    ids = list(seats)
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        ruled_on = Seat.objects.filter(pk__in=chunk, state__in=(SeatState.SCORED, SeatState.SETTLED))
        ruled_on.update(state=SeatState.SETTLED)


@transaction.atomic
def release_person(*, member: Membership) -> int:
    """Open every seat that the person has not scored to others, at once; the number of seats.

    Waiting gold and repeats nobody else needs; seats of an exam wait for their person.
    """
    Membership.objects.filter(pk=member.pk).update(next_position=F("next_position"))
    released = open_again(
        member=member, waiting=Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES)
    )
    release_checks(member=member.pk)
    return released


def open_again(*, member: Membership, waiting: QuerySet[Seat]) -> int:
    """Make those waiting campaign seats of the person's, and their shares, nobody's; how many seats.

    The caller holds the person's row. Checks that stood before them go with them.
    """
    found = list(waiting.values_list("pk", "share", "pair__batch"))
    released = _open(member, found) if found else 0
    release_lone_checks(member=member.pk)
    return released


def _open(member: Membership, found: Iterable[tuple[int, int | None, int | None]]) -> int:
    """The same with those seats, each with its share and the batch of its pair."""
    seats, shares, batches = (set(column) - {None} for column in zip(*found, strict=True))
    hold_batches(batches)
    record_losses(seats=Seat.objects.filter(pk__in=seats))
    released = Seat.objects.filter(pk__in=seats).update(
        state=SeatState.OPEN, annotator=None, reserved_at=None, held_at=None, shown_at=None, position=0
    )
    Share.objects.filter(pk__in=shares, annotator=member).update(annotator=None)
    part_seats(batches)
    return released


def _seat(pair: Pair, *, round_number: int, number: int, share: Share | None) -> Seat:
    return Seat(
        campaign_id=pair.campaign_id,
        pair=pair,
        attempt=pair.attempt,
        round=round_number,
        number=number,
        share=share,
    )
