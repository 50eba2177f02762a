"""Gives people untaken shares: the one that the plan chooses (R2), with its seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache, cached_property
from typing import Any

from django.db.models import QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.work import LIVE_CAMPAIGN
from annotator.planning import OpenShare, chosen_share
from annotator.selectors.people import people_at_work
from annotator.selectors.queue import unmet
from annotator.selectors.shares import batches_with, open_shares, shares_with_seats
from annotator.services.parting import hold_batch, part_batch
from annotator.services.taking import reserve_open
from moments.prepared import PreparedUpdate, PreparedValues


def take_share(
    *, member: Membership, now: datetime, with_clips: bool, priority: int | None = None, waiting: bool = True
) -> int:
    """The share that the plan chooses, with all its seats but those on pairs that the person met.

    Among queries of that priority alone, where one is given. Batches whose shares others are taking at this moment are
    passed over. Where nothing else is left they are waited for, so that nobody is told that there is no work; but not
    unless `waiting`, for who holds a batch already.
    """
    plan = _Plan(member, now, with_clips, priority)
    return plan.take(waiting=False) or (plan.take(waiting=True) if plan.busy and waiting else 0)


class _Plan:
    """Chooses shares for a person, the next where one is not to be had; `busy` is whether others held some of them."""

    def __init__(self, member: Membership, now: datetime, with_clips: bool, priority: int | None) -> None:
        self.member, self.now, self.with_clips, self.priority = member, now, with_clips, priority
        self.busy = False

    def take(self, *, waiting: bool) -> int:
        """How many seats were taken with a share."""
        for window in open_shares(self.member, priority=self.priority):
            if taken := self._take_one_of(window, waiting):
                return taken
        return 0

    def _take_one_of(self, shares: list[OpenShare], waiting: bool) -> int:
        checked = False
        while choice := chosen_share(shares, batches_with=self.common, colleagues=self.colleagues):
            if not hold_batch(choice.batch, waiting=waiting):
                self.busy = True
            elif _taking(self.with_clips).run(share=choice.share, member=self.member.pk):
                return _reserve_share(choice, self.member, self.now)
            elif not checked:
                shares[:], checked = self._seated(shares), True
            if choice in shares:
                shares.remove(choice)
        return 0

    def _seated(self, shares: Sequence[OpenShare]) -> list[OpenShare]:
        """Those with a seat for the person."""
        named = Share.objects.filter(pk__in=[share.share for share in shares])
        found = shares_with_seats(named, self.member, with_clips=self.with_clips)
        seated = set(found.values_list("pk", flat=True))
        return [share for share in shares if share.share in seated]

    @cached_property
    def colleagues(self) -> list[int]:
        return [pk for pk in people_at_work(self.member.campaign, self.now) if pk != self.member.pk]

    @cached_property
    def common(self) -> dict[int, int]:
        return batches_with(self.member)


def _reserve_share(choice: OpenShare, member: Membership, now: datetime) -> int:
    taken = reserve_open(member, _of_share.rows(share=choice.share, member=member.pk), now)
    part_batch(choice.batch)  # among them those on pairs that the person met
    return taken


def _seats_of_share(share: int, member: int) -> QuerySet[Seat, Any]:
    """The open ones on pairs that the member never met: query and seat."""
    free = Seat.objects.filter(LIVE_CAMPAIGN, share=share, state=SeatState.OPEN)
    return unmet(free, member).values_list("pair__query_id", "pk")


@cache
def _taking(with_clips: bool) -> PreparedUpdate:
    """Of an untaken share with a seat for the member."""
    return PreparedUpdate(
        lambda share, member: (
            shares_with_seats(Share.objects.filter(pk=share, annotator=None), member, with_clips=with_clips),
            {"annotator": member},
        ),
        share=int,
        member=int,
    )


_of_share = PreparedValues(_seats_of_share, share=int, member=int)
