"""Makes seats where the floor above asks for them, and takes them away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.work import LIVE_CAMPAIGN, WAITING_STATES
from annotator.selectors.people import qualified_annotators
from annotator.selectors.queue import unmet
from annotator.selectors.voiding import seats_set_aside
from annotator.services.checks import release_checks
from annotator.services.losing import record_losses
from annotator.services.taking import queue_behind
from moments.models import Batch, Pair
from moments.services.statistics import refresh_statistics

CHUNK = 2000
SEATS_A_ROUND = (1, 2)


@transaction.atomic
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


@transaction.atomic
def keep_people(*, batch: Batch, earlier: Batch, now: datetime) -> None:
    """Reserve the batch for those who had the query's earlier batch, where they are qualified still."""
    had = Share.objects.filter(batch=earlier, annotator__in=qualified_annotators(batch.campaign))
    for number, annotator in had.values_list("number", "annotator"):
        member = Membership.objects.select_related("campaign").get(pk=annotator)
        Membership.objects.filter(pk=member.pk).update(next_position=F("next_position"))
        share = Share.objects.get(batch=batch, number=number)
        Share.objects.filter(pk=share.pk, annotator=None).update(annotator=member)
        free = unmet(Seat.objects.filter(share=share, state=SeatState.OPEN), member)
        chosen = list(free.values_list("pk", flat=True))
        Seat.objects.filter(share=share, state=SeatState.OPEN).exclude(pk__in=chosen).update(share=None)
        Seat.objects.filter(pk__in=chosen, state=SeatState.OPEN).update(
            annotator=member, state=SeatState.RESERVED, reserved_at=now
        )
        mine = Seat.objects.filter(pk__in=chosen, annotator=member).order_by("pk")
        queue_behind(member=member, seats=mine, checked_at=now)


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


def add_single_seats(*, pair: Pair) -> int:
    """Two open seats of round 1 on the pair's current attempt that go by themselves; the number of seats."""
    seats = [_seat(pair, round_number=1, number=number, share=None) for number in SEATS_A_ROUND]
    return len(Seat.objects.bulk_create(seats))


def add_second_round(*, pairs: Iterable[Pair]) -> int:
    """Two further seats on each pair, for its current attempt (R4); the number of seats.

    They are open, but for those that were scored in a second round before and set aside: these count again.
    """
    pairs = list(pairs)
    kept = {(seat.pair_id, seat.number): seat.pk for seat in seats_set_aside().filter(pair__in=pairs)}
    if kept:
        Seat.objects.filter(pk__in=kept.values()).update(superseded=False, state=SeatState.SCORED)
    places = [(pair, number) for pair in pairs for number in SEATS_A_ROUND]
    seats = [
        _seat(pair, round_number=2, number=number, share=None)
        for pair, number in places
        if (pair.pk, number) not in kept
    ]
    Seat.objects.bulk_create(seats, batch_size=CHUNK)
    return len(places)


def mark_settled(*, seats: Iterable[int]) -> None:
    """Those scored seats have been ruled on."""
    ids = list(seats)
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        Seat.objects.filter(pk__in=chunk, state=SeatState.SCORED).update(state=SeatState.SETTLED)


@transaction.atomic
def release_person(*, member: Membership) -> int:
    """Open every seat that the person has not scored to others, at once; the number of seats.

    Waiting gold and repeats nobody else needs; seats of an exam wait for their person.
    """
    Membership.objects.filter(pk=member.pk).update(next_position=F("next_position"))
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES)
    shares = list(waiting.exclude(share=None).values_list("share", flat=True).distinct())
    record_losses(seats=waiting)
    released = waiting.update(
        state=SeatState.OPEN, annotator=None, reserved_at=None, held_at=None, shown_at=None, position=0
    )
    Share.objects.filter(pk__in=shares, annotator=member).update(annotator=None)
    release_checks(member=member.pk)
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
