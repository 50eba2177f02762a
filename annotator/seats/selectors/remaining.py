"""How much is left for a person beyond what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db.models import QuerySet

from annotator.models import Membership, Seat, SeatState, Standing
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.selectors.queue import deliverable, single_seats, unmet, waiting_seats
from annotator.seats.selectors.shares import seated_shares
from annotator.seats.selectors.writers import may_write, permitted
from moments.database.prepared import PreparedValues

MOST_QUEUED_COUNTED = 1000
MOST_OPEN_COUNTED = 200
SHARES_AT_ONCE = 10
NO_SHARE = 0
NAMES = [f"share_{number}" for number in range(SHARES_AT_ONCE)]


def seats_left(member: Membership, *, with_clips: bool = True) -> int:
    """Seats still available to the person beyond those held: queued, up to 1,000, or open on pairs not met."""
    queued = waiting_seats(member, with_clips=with_clips).filter(state=SeatState.RESERVED)
    return queued[:MOST_QUEUED_COUNTED].count() + open_pairs(member, with_clips=with_clips)


def open_pairs(member: Membership, *, with_clips: bool = True) -> int:
    """Pairs with an open seat that the person may be given, counted up to 200: the cost must not grow with the
    campaign. In the exam there are none.
    """
    pairs: set[int] = set()
    if member.standing == Standing.QUALIFIED:
        for some in _free_pairs(member, with_clips):
            pairs.update(some)
            if len(pairs) >= MOST_OPEN_COUNTED:
                return MOST_OPEN_COUNTED
    return len(pairs)


def _free_pairs(member: Membership, with_clips: bool) -> Iterator[list[int]]:
    """Pairs of single seats, then of untaken shares, some at a time."""
    yield [
        pair for (pair,) in _singles(with_clips, may_write(member)).rows(campaign=member.campaign_id, member=member.pk)
    ]
    start = 0
    while shares := seated_shares(member, with_clips=with_clips, start=start):
        start = shares[-1].batch + 1
        for first in range(0, len(shares), SHARES_AT_ONCE):
            some = [share.share for share in shares[first : first + SHARES_AT_ONCE]]
            named = dict(zip(NAMES, some + [NO_SHARE] * (SHARES_AT_ONCE - len(some)), strict=True))
            yield [pair for (pair,) in _in_shares(with_clips).rows(member=member.pk, **named)]


@cache
def _singles(with_clips: bool, writes: bool) -> PreparedValues:
    def free(campaign: int, member: int) -> QuerySet[Seat, Any]:
        single = permitted(single_seats(campaign, with_clips=with_clips), writes=writes)
        seats = unmet(single, member).order_by("pair_id", "number")
        return seats.values_list("pair_id")[: 2 * MOST_OPEN_COUNTED]

    return PreparedValues(free, campaign=int, member=int)


@cache
def _in_shares(with_clips: bool) -> PreparedValues:
    def free(member: int, **shares: int) -> QuerySet[Seat, Any]:
        seats = Seat.objects.filter(LIVE_CAMPAIGN, state=SeatState.OPEN, share__in=list(shares.values()))
        return unmet(deliverable(seats, with_clips=with_clips), member).values_list("pair_id")

    return PreparedValues(free, member=int, **dict.fromkeys(NAMES, int))
