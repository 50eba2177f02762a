"""Takes the seats of a batch away again, as long as nobody scored one (I2, I3)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from annotator.models import Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.services.hidden_checks import release_lone_checks
from annotator.seats.services.losing import record_losses
from moments.models import Batch


@dataclass(frozen=True, slots=True)
class Unseated:
    """How many seats were taken away, and how many people had some of them in their queues."""

    seats: int
    people: int


@transaction.atomic
def unseat_batch(*, batch: Batch) -> Unseated:
    """Supersede every seat of the batch and drop its shares.

    The seats are nobody's afterwards, so that the people who had one may get the pair again. People who were shown a
    pair are remembered: their late score is refused politely and paid. The caller holds campaign and people, and
    knows that no seat has a score.
    """
    seats = Seat.objects.filter(LIVE_CAMPAIGN, pair__batch=batch)
    owners = seats.filter(annotator__isnull=False).order_by("annotator")
    people = list(owners.values_list("annotator", flat=True).distinct())
    record_losses(seats=seats)
    taken = seats.update(superseded=True, state=SeatState.RELEASED, annotator=None, position=0)
    Seat.objects.filter(share__batch=batch).update(share=None)
    Share.objects.filter(batch=batch).delete()
    for person in people:
        release_lone_checks(member=person)
    return Unseated(taken, len(people))
