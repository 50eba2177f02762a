"""Which shares of batches a person may take, and with whom they had batches in common."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.models import Membership, Purpose, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.planning import OpenShare
from annotator.seats.selectors.queue import open_seats, unmet
from moments.database.each_row import ExistsEachRow
from moments.database.prepared import PreparedValues

MOST_SEEN = 200
MOST_SEATED = 50
MOST_REMEMBERED = 500

Shares = QuerySet[Share, Any]


def open_shares(member: Membership, *, priority: int | None = None) -> list[OpenShare]:
    """The first 200 untaken shares that are not beside the person's own, batches that were opened first in front.

    With `priority`, only of queries of that priority. It does not check whether one has a seat for the person.
    """
    asked = {"campaign": member.campaign_id, "member": member.pk}
    if not _left.rows(**asked):
        return []
    rows = _first_priority.rows(**asked) if priority is None else _untaken(priority=priority, **asked)[:MOST_SEEN]
    return [OpenShare(*row) for row in rows]


def seated_shares(
    member: Membership, *, with_clips: bool, priority: int | None = None, start: int = 0
) -> list[OpenShare]:
    """The first 50 of those that have an open seat on a pair that the person has never seen, from batch `start` on.

    Shares without one, of queries that were retired say, are passed over one by one.
    """
    asked = {"campaign": member.campaign_id, "member": member.pk}
    if not _left.rows(**asked):
        return []
    if priority is None:
        rows = _seated_priority(with_clips).rows(**asked, start=start)
    else:
        rows = list(_seated(with_clips=with_clips, priority=priority, start=start, **asked))
    return [OpenShare(*row) for row in rows]


def shares_with_seats(shares: Shares, member: Membership | int, *, with_clips: bool) -> Shares:
    """Those of the shares that have an open seat on a pair that the person has never seen."""
    seats = open_seats(OuterRef("campaign"), with_clips=with_clips).filter(share=OuterRef("pk"))
    return shares.filter(ExistsEachRow(unmet(seats, member)))


def parting_seats(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Those open campaign seats among them that must not wait in their share."""
    beside = Seat.objects.filter(pair=OuterRef("pair"), annotator=OuterRef("share__beside"), purpose=Purpose.CAMPAIGN)
    open_in_shares = seats.filter(LIVE_CAMPAIGN, state=SeatState.OPEN, share__isnull=False)
    return open_in_shares.filter(Q(share__annotator__isnull=False) | (Q(share__beside__isnull=False) & ~Exists(beside)))


def batches_with(member: Membership) -> dict[int, int]:
    """How many of the person's last 500 batches they had in common with whom."""
    return Counter(beside for (beside,) in _lately_beside.rows(member=member.pk) if beside is not None)


def _untaken(*, campaign: int, member: int, priority: int | None) -> Shares:
    """Share, batch and who is beside."""
    shares = Share.objects.filter(campaign=campaign, annotator=None).exclude(beside=member)
    if priority is not None:
        shares = shares.filter(batch__query__priority=priority)
    return shares.order_by("batch_id", "number").values_list("pk", "batch_id", "beside_id")


def _seated(*, campaign: int, member: int, start: int, with_clips: bool, priority: int | None) -> Shares:
    untaken = _untaken(campaign=campaign, member=member, priority=priority).filter(batch__gte=start)
    return shares_with_seats(untaken, member, with_clips=with_clips)[:MOST_SEATED]


@cache
def _seated_priority(with_clips: bool) -> PreparedValues:
    """Of any priority."""
    return PreparedValues(partial(_seated, with_clips=with_clips, priority=None), campaign=int, member=int, start=int)


def _any_left(*, campaign: int, member: int) -> QuerySet[Membership, Any]:
    """The member, if there is any: three looks at the index, whatever there is of their own.

    The first of an order is asked for and not whether there is one, for which all shares might be walked past.
    """
    untaken = Share.objects.filter(campaign=campaign, annotator=None).order_by("beside")
    wanted = (Q(beside=None), Q(beside__lt=member), Q(beside__gt=member))
    fresh, below, above = (Subquery(untaken.filter(beside).values("pk")[:1]) for beside in wanted)
    found = Membership.objects.annotate(found=Coalesce(fresh, below, above))
    return found.filter(found__isnull=False, pk=member).values_list("pk")


def _last_shares(member: int) -> Shares:
    """Who is beside each of them."""
    return Share.objects.filter(annotator=member).order_by("-batch").values_list("beside_id")


_lately_beside = PreparedValues(lambda member: _last_shares(member)[:MOST_REMEMBERED], member=int)
_left = PreparedValues(_any_left, campaign=int, member=int)
_first_priority = PreparedValues(
    lambda campaign, member: _untaken(campaign=campaign, member=member, priority=None)[:MOST_SEEN],
    campaign=int,
    member=int,
)
