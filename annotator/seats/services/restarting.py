"""Starts questions again in marking campaigns: some answers no longer count, the others go on (I2, I3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.models import Score, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.services.authoring import AUTHOR, MARKER
from annotator.seats.services.losing import record_losses
from moments.models import Pair

CHUNK = 500
SEATS_A_ROUND = (AUTHOR, MARKER)


@transaction.atomic
def restart_questions(*, pairs: Sequence[Pair], lost: Collection[int]) -> int:
    """Start the next attempt at each question without the `lost` seats; how many seats wait for other people.

    The other seats of round 1 go on in the next attempt, answered or not, and wait to be ruled on. A lost answer stays
    stored and its person stays barred from the question. So does a third annotator's, because the pieces that they saw
    rest on the lost answer. In place of a lost seat comes an open one; while the author still writes about the video,
    the marker's comes when they finish it. The caller holds campaign and people. The given pairs get their new attempt.
    """
    opened = 0
    for start in range(0, len(pairs), CHUNK):
        opened += _restart(pairs[start : start + CHUNK], lost)
    return opened


def _restart(pairs: Sequence[Pair], lost: Collection[int]) -> int:
    ids = [pair.pk for pair in pairs]
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=ids)
    going = {
        (pair, number): pk
        for pk, pair, number in live.filter(round=1).values_list("pk", "pair", "number")
        if pk not in lost
    }
    _end(live.exclude(pk__in=going.values()))
    Pair.objects.filter(pk__in=ids).update(attempt=F("attempt") + 1)
    for pair in pairs:
        pair.attempt += 1
    on = Seat.objects.filter(pk__in=going.values())
    on.update(attempt=F("attempt") + 1)
    on.filter(state=SeatState.SETTLED).update(state=SeatState.SCORED)
    passed_on = set(Share.objects.filter(batch__pairs__in=ids, number=MARKER).values_list("batch", flat=True))
    wanted = [
        Seat(campaign_id=pair.campaign_id, pair=pair, attempt=pair.attempt, round=1, number=number)
        for pair in pairs
        for number in SEATS_A_ROUND
        if (pair.pk, number) not in going and (number == AUTHOR or pair.batch_id in passed_on)
    ]
    return len(Seat.objects.bulk_create(wanted))


def _end(seats: QuerySet[Seat]) -> None:
    """Supersede the seats; those without a score are nobody's, so that their people may come again."""
    unscored = seats.filter(~Exists(Score.objects.filter(seat=OuterRef("pk"), current=True)))
    record_losses(seats=unscored)
    unscored.update(superseded=True, state=SeatState.RELEASED, annotator=None, position=0)
    seats.update(superseded=True)
