"""Lets open seats leave their share if the person who takes the share could not score them all (I5).

A share goes to one person, and never to the one who has the batch's other share (R2). So an open seat may wait in it
only while nobody has the share, and while the person beside already has a seat on its pair: all others become single
seats, for anybody. That is seen to here whenever a share changes hands, and whenever somebody loses a seat on a pair
of the batch. The first sweep of every hour looks over the whole campaign, for what an older platform left.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import Seat, SeatState, Share
from annotator.seats.selectors.queue import skipping_locked
from annotator.seats.selectors.shares import parting_seats
from moments.database.prepared import PreparedValues
from moments.models import Campaign


def part_seats(batches: Collection[int]) -> int:
    """Make single seats of those in the batches that must not wait in their share; how many.

    Seats that somebody else is taking at this moment no longer need it.
    """
    seats = skipping_locked(parting_seats(Seat.objects.filter(share__batch__in=batches)))
    return _part(list(seats.values_list("pk", flat=True)))


def part_campaign(campaign: Campaign) -> int:
    """The same for all batches, where the rows may come from a platform that did not see to it."""
    seats = skipping_locked(parting_seats(Seat.objects.filter(campaign=campaign)))
    with transaction.atomic():
        return _part(list(seats.values_list("pk", flat=True)))


def part_batch(batch: int) -> int:
    """The same as `part_seats` for one batch."""
    return _part([pk for (pk,) in _parting.rows(batch=batch)])


def _part(seats: Sequence[int]) -> int:
    if not seats:
        return 0
    return Seat.objects.filter(pk__in=seats, state=SeatState.OPEN).update(share=None)


def hold_batch(batch: int) -> bool:
    """Make this transaction and the others of single people who take the batch's shares follow each other.

    False if another one holds it: it is not waited for. Transactions that hold all people of the campaign need it
    not.
    """
    return bool(_held.rows(batch=batch))


def hold_batches(batches: Collection[int]) -> None:
    """The same for several, which are waited for in the order of their keys by who holds none."""
    list(mutexes(Share.objects.filter(batch__in=batches)))


def mutexes(shares: QuerySet[Share], *, skip_locked: bool = False) -> QuerySet[Share, tuple[int]]:
    """Lock the first shares of the batches: only the transaction that holds it changes who has a batch's shares."""
    return (
        shares.filter(number=1).order_by("pk").select_for_update(no_key=True, skip_locked=skip_locked).values_list("pk")
    )


_held = PreparedValues(lambda batch: mutexes(Share.objects.filter(batch=batch), skip_locked=True), batch=int)
_parting = PreparedValues(
    lambda batch: skipping_locked(parting_seats(Seat.objects.filter(share__batch=batch))).values_list("pk"), batch=int
)
