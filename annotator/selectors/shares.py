"""Which shares of batches a person may take, and with whom they had batches in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import Membership, Purpose, Seat, SeatState, Share
from annotator.models.work import LIVE_CAMPAIGN
from annotator.planning import OpenShare
from annotator.selectors.queue import open_seats, unmet
from moments.prepared import PreparedValues

WINDOW = 50
MOST_REMEMBERED = 500

Shares = QuerySet[Share, Any]


def open_shares(member: Membership, *, priority: int | None = None) -> Iterator[list[OpenShare]]:
    """Untaken shares that are not beside the person's own, in the order in which their batches were opened.

    Of queries of that priority alone, where one is given. They come a window at a time, so that a claim in a campaign
    of a million pairs reads what one in a small campaign does. Whether a share has a seat for the person is not looked
    at (`shares_with_seats`).
    """
    asked = {"campaign": member.campaign_id, "member": member.pk}
    start: int | None = 0 if _left.rows(**asked) else None
    while start is not None:
        rows = _rows(priority, **asked, start=start)
        start = rows[WINDOW][1] if len(rows) > WINDOW else None  # the whole batch stands in the next window
        yield [OpenShare(*row) for row in rows if start is None or row[1] < start]


def shares_with_seats(shares: Shares, member: Membership | int, *, with_clips: bool) -> Shares:
    """Those of the shares that have an open seat on a pair that the person never met."""
    seats = open_seats(OuterRef("campaign"), with_clips=with_clips).filter(share=OuterRef("pk"))
    return shares.filter(Exists(unmet(seats, member)))


def parting_seats(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Those open campaign seats among them that must not wait in their share."""
    beside = Seat.objects.filter(pair=OuterRef("pair"), annotator=OuterRef("share__beside"), purpose=Purpose.CAMPAIGN)
    open_in_shares = seats.filter(LIVE_CAMPAIGN, state=SeatState.OPEN, share__isnull=False)
    return open_in_shares.filter(Q(share__annotator__isnull=False) | (Q(share__beside__isnull=False) & ~Exists(beside)))


def batches_with(member: Membership) -> dict[int, int]:
    """How many of the person's last 500 batches they had in common with whom."""
    return Counter(beside for (beside,) in _lately_beside.rows(member=member.pk) if beside is not None)


def _rows(priority: int | None, **asked: int) -> list[tuple[Any, ...]]:
    """The window and one more; prepared where no priority is asked for, as in most campaigns always."""
    if priority is None:
        return _any_priority.rows(**asked)
    return list(_window(**asked).filter(batch__query__priority=priority)[: WINDOW + 1])


def _window(*, campaign: int, member: int, start: int) -> Shares:
    """Share, batch and who is beside."""
    untaken = Share.objects.filter(campaign=campaign, annotator=None, batch__gte=start).exclude(beside=member)
    return untaken.order_by("batch_id", "number").values_list("pk", "batch_id", "beside_id")


def _any_left(*, campaign: int, member: int) -> QuerySet[Membership, Any]:
    """The member, where there is any: three looks at the index, whatever there is of their own."""
    untaken = Share.objects.filter(campaign=campaign, annotator=None)
    wanted = (Q(beside=None), Q(beside__lt=member), Q(beside__gt=member))
    fresh, below, above = (Exists(untaken.filter(beside)) for beside in wanted)
    return Membership.objects.filter(fresh | below | above, pk=member).values_list("pk")


def _last_shares(member: int) -> Shares:
    """Who is beside each of them."""
    return Share.objects.filter(annotator=member).order_by("-batch").values_list("beside_id")


_lately_beside = PreparedValues(lambda member: _last_shares(member)[:MOST_REMEMBERED], member=int)
_left = PreparedValues(_any_left, campaign=int, member=int)
_any_priority = PreparedValues(lambda **asked: _window(**asked)[: WINDOW + 1], campaign=int, member=int, start=int)
