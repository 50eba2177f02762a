"""Seats whose scores are no labels, of depth studies and pilots: on pairs that a person has never seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import QuerySet

from annotator.models import Membership, Pilot, Purpose, Seat, SeatState, Study
from annotator.seats.services.losing import record_losses
from annotator.seats.services.taking import queue_behind
from moments.models import Pair

CHUNK = 2000


def seat_apart(
    *,
    member: Membership,
    pairs: Sequence[Pair],
    now: datetime,
    study: Study | None = None,
    pilot: Pilot | None = None,
    barred: Collection[int] = (),
) -> int:
    """A seat of the study or the pilot on each pair that is neither barred nor was seen by the person, at the end of
    their queue; how many. The caller holds the person's row.
    """
    ids = [pair.pk for pair in pairs]
    seen = set(Seat.objects.filter(pair__in=ids, annotator=member).values_list("pair", flat=True)).union(barred)
    seats = [
        Seat(
            campaign_id=member.campaign_id,
            pair=pair,
            study=study,
            pilot=pilot,
            purpose=Purpose.STUDY if study else Purpose.PILOT,
            attempt=pair.attempt,
            round=1,
            number=1,
            state=SeatState.RESERVED,
            annotator=member,
            reserved_at=now,
        )
        for pair in pairs
        if pair.pk not in seen
    ]
    Seat.objects.bulk_create(seats, batch_size=CHUNK)
    mine = Seat.objects.filter(study=study, pilot=pilot, annotator=member, position=0)
    return queue_behind(member=member, seats=mine.order_by("pair__number"))


def release_waiting(*, waiting: QuerySet[Seat]) -> int:
    """Take the waiting seats back, and record what their people lose; how many. Scores stay."""
    record_losses(seats=waiting)
    return waiting.update(state=SeatState.RELEASED)
