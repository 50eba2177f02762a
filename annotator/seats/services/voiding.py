"""Takes a person's campaign scores out of the count and makes seats for others' (I2, I3)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef

from annotator.models import Membership, Score, Seat, SeatState
from annotator.models.seats import BY_PERSON, LIVE_CAMPAIGN
from annotator.seats.selectors.counting import counted_seats, seats_set_aside
from annotator.seats.services.losing import record_losses

CHUNK = 2000


@transaction.atomic
def void_seats(*, member: Membership, wanted: Sequence[Seat]) -> None:
    """Supersede every scored campaign seat of the person and make an open seat in the place of those `wanted`.

    The scores stay where they are and the person stays barred from the pairs. Where round 1 lost a score, round 2
    is set aside until round 1 escalates again (`add_second_round`). What others scored in the same round waits to
    be ruled on again. The caller holds campaign and people.
    """
    counted_seats(member).update(superseded=True, state=SeatState.SETTLED)
    own_set_aside = seats_set_aside().filter(BY_PERSON, annotator=member)
    Seat.objects.filter(pk__in=own_set_aside.values("pk")).update(state=SeatState.SETTLED)
    for start in range(0, len(wanted), CHUNK):
        chunk = wanted[start : start + CHUNK]
        first, second = ([seat.pair_id for seat in chunk if seat.round == number] for number in (1, 2))
        _set_aside(first)
        for pairs, number in ((first, 1), (second, 2)):
            settled = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=pairs, round=number, state=SeatState.SETTLED)
            settled.update(state=SeatState.SCORED)
        Seat.objects.bulk_create(
            Seat(
                campaign_id=seat.campaign_id,
                pair_id=seat.pair_id,
                attempt=seat.attempt,
                round=seat.round,
                number=seat.number,
            )
            for seat in chunk
        )


def _set_aside(pairs: Sequence[int]) -> None:
    """Nobody needs to score round 2 of the pairs for now; what is scored is kept for a second round to come."""
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=pairs, round=2)
    unscored = live.filter(~Exists(Score.objects.filter(seat=OuterRef("pk"), current=True)))
    record_losses(seats=unscored)
    unscored.update(superseded=True, state=SeatState.RELEASED, annotator=None, position=0)
    live.update(superseded=True, state=SeatState.RELEASED)
