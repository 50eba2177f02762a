"""Lets open seats leave their share where whoever may take the share could not score them all (I5).

A share goes to one person, and never to whoever has the batch's other one (R2). So an open seat may wait in it only
while nobody has the share, and while whoever is beside sits on its pair already: all others go by themselves from
then on, to anybody. That is seen to here whenever a share changes hands; nobody looks for such seats later.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from annotator.models import Seat, Share
from annotator.selectors.shares import parting_seats
from moments.models import Campaign
from moments.prepared import PreparedUpdate, PreparedValues


def part_seats(batches: Collection[int]) -> int:
    """Make the seats of the batches that must not wait in their share go by themselves; how many.

    The caller holds the batches (`hold_batches`), or all people of the campaign.
    """
    return parting_seats(Seat.objects.filter(share__batch__in=batches)).update(share=None)


def part_campaign(campaign: Campaign) -> int:
    """The same for all batches, where the rows come from a platform that did not see to it."""
    return parting_seats(Seat.objects.filter(campaign=campaign)).update(share=None)


def part_batch(batch: int) -> int:
    """The same as `part_seats` for one batch."""
    return _parting.run(batch=batch)


def hold_batch(batch: int, *, waiting: bool) -> bool:
    """Make this transaction and all others that change who has the batch's shares follow each other.

    False where another one holds it, unless `waiting` for that. To keep two from waiting for each other, only who
    holds nothing else may wait.
    """
    return bool((_held if waiting else _free).rows(batch=batch))


def hold_batches(batches: Collection[int]) -> None:
    """The same for several, in the order of their keys, with waiting."""
    list(_mutexes(Share.objects.filter(batch__in=batches)))


def _mutexes(shares: QuerySet[Share], *, skip_locked: bool = False) -> QuerySet[Share, tuple[int]]:
    """The first shares of the batches: both are changed by whoever holds the first."""
    return (
        shares.filter(number=1).order_by("pk").select_for_update(no_key=True, skip_locked=skip_locked).values_list("pk")
    )


_held = PreparedValues(lambda batch: _mutexes(Share.objects.filter(batch=batch)), batch=int)
_free = PreparedValues(lambda batch: _mutexes(Share.objects.filter(batch=batch), skip_locked=True), batch=int)
_parting = PreparedUpdate(
    lambda batch: (parting_seats(Seat.objects.filter(share__batch=batch)), {"share": None}), batch=int
)
