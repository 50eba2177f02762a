"""Gives people untaken shares: the one that the plan chooses (R2), with its seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache, cached_property
from typing import Any

from django.db.models import Exists, QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.memberships import people_at_work
from annotator.seats.planning import OpenShare, chosen_share
from annotator.seats.selectors.queue import unmet
from annotator.seats.selectors.shares import batches_with, open_shares, seated_shares, shares_with_seats
from annotator.seats.services.parting import mutexes, part_batch
from annotator.seats.services.taking import reserve_open
from moments.database.prepared import PreparedUpdate, PreparedValues


class SharePlan:
    """Chooses shares for a person, and the next one if one cannot be had.

    It passes over batches whose shares others are taking at this moment; `busy` says that there was one. `holds` says
    that this transaction holds a batch: then it waits for no other (`parting.hold_batches`).
    """

    def __init__(self, *, member: Membership, now: datetime, with_clips: bool) -> None:
        self.member, self.now, self.with_clips = member, now, with_clips
        self.busy = self.holds = False

    def take(self, *, priority: int | None = None) -> int:
        """Take the share that the plan chooses, except its seats on pairs that the person has seen; how many.

        With `priority`, only among queries of that priority.
        """
        shares = open_shares(self.member, priority=priority)
        while choice := self._choice(shares):
            if taken := self._take(choice):
                return taken
            if not self._has_seat(choice):
                return self._take_seated(priority)
            self.busy = True
            shares.remove(choice)
        return 0

    def wait(self, *, priority: int | None = None) -> int:
        """The same, but wait for the first batch if others hold it, so that there seems to be no work for nobody.

        Only for transactions that hold no batch.
        """
        return self._take_seated(priority, waiting=True)

    def _take_seated(self, priority: int | None, *, waiting: bool = False) -> int:
        """A share among those that are known to have a seat for the person."""
        start = 0
        while shares := seated_shares(self.member, with_clips=self.with_clips, priority=priority, start=start):
            start = shares[-1].batch + 1
            while choice := self._choice(shares):
                if taken := self._take(choice, waiting=waiting and not self.holds):
                    return taken
                self.busy = True
                shares.remove(choice)
        return 0

    def _choice(self, shares: Sequence[OpenShare]) -> OpenShare | None:
        return chosen_share(shares, batches_with=self._common, colleagues=self._colleagues) if shares else None

    def _take(self, choice: OpenShare, *, waiting: bool = False) -> int:
        hold = _holding(self.with_clips, waiting)
        if not hold.rows(batch=choice.batch, share=choice.share, member=self.member.pk):
            return 0
        self.holds = True
        if not _taking.run(share=choice.share, member=self.member.pk):
            return 0
        taken = reserve_open(self.member, _of_share.rows(share=choice.share, member=self.member.pk), self.now)
        part_batch(choice.batch)  # among them those on pairs that the person met
        return taken

    def _has_seat(self, choice: OpenShare) -> bool:
        named = Share.objects.filter(pk=choice.share)
        return shares_with_seats(named, self.member, with_clips=self.with_clips).exists()

    @cached_property
    def _colleagues(self) -> list[int]:
        return [pk for pk in people_at_work(self.member.campaign, self.now) if pk != self.member.pk]

    @cached_property
    def _common(self) -> dict[int, int]:
        return batches_with(self.member)


def _seats_of_share(share: int, member: int) -> QuerySet[Seat, Any]:
    """The open ones on pairs that the member has never seen: query and seat."""
    free = Seat.objects.filter(LIVE_CAMPAIGN, share=share, state=SeatState.OPEN)
    return unmet(free, member).values_list("pair__query_id", "pk")


@cache
def _holding(with_clips: bool, waiting: bool) -> PreparedValues:
    """Holds the batch if its share has a seat for the member; without `waiting` only if nobody else holds it."""

    def held(batch: int, share: int, member: int) -> QuerySet[Share, Any]:
        named = shares_with_seats(Share.objects.filter(pk=share), member, with_clips=with_clips)
        return mutexes(Share.objects.filter(Exists(named), batch=batch), skip_locked=not waiting)

    return PreparedValues(held, batch=int, share=int, member=int)


_taking = PreparedUpdate(
    lambda share, member: (
        Share.objects.filter(pk=share, annotator=None).exclude(beside=member),
        {"annotator": member},
    ),
    share=int,
    member=int,
)
_of_share = PreparedValues(_seats_of_share, share=int, member=int)
