"""The ways in which seats become a person's: single seats, a share, a share's rest, what others let go.

Every taking is an UPDATE on the row's own columns whose row count tells who won; the row locks that
PostgreSQL skips over only spare people the waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.work import LIVE_CAMPAIGN, WAITING_STATES
from annotator.planning import OpenShare, chosen_share, seeded_order
from annotator.selectors.people import people_at_work, work_cutoff
from annotator.selectors.queue import deliverable, open_seats, single_seats, skipping_locked, unmet
from annotator.selectors.shares import batches_with, open_shares
from annotator.services.checks import release_lone_checks, slip_in_checks
from annotator.services.losing import record_losses
from moments.prepared import PreparedUpdate, PreparedValues

MOST_SINGLES = 10
TRIES = 5
PLACED_AT_ONCE = 200


def take_singles(*, member: Membership, now: datetime, with_clips: bool, priority: int | None = None) -> int:
    """Up to ten open single seats on pairs that the person never met; the number taken.

    Of queries of that priority alone, where one is given.
    """
    asked = {"campaign": member.campaign_id, "member": member.pk}
    if priority is None:
        rows = _any_singles(with_clips).rows(**asked)
    else:
        rows = list(_singles(with_clips=with_clips, priority=priority, **asked))
    one_a_pair: dict[int, tuple[int, int]] = {}
    for pair, query, pk in rows:
        one_a_pair.setdefault(pair, (query, pk))
    return reserve_open(member, list(one_a_pair.values())[:MOST_SINGLES], now)


def _singles(*, campaign: int, member: int, with_clips: bool, priority: int | None) -> QuerySet[Seat, Any]:
    """Pair, query and seat."""
    free = unmet(single_seats(campaign, with_clips=with_clips), member).order_by("pair_id", "number")
    if priority is not None:
        free = free.filter(pair__query__priority=priority)
    return skipping_locked(free).values_list("pair_id", "pair__query_id", "pk")[: 2 * MOST_SINGLES]


@cache
def _any_singles(with_clips: bool) -> PreparedValues:
    return PreparedValues(partial(_singles, with_clips=with_clips, priority=None), campaign=int, member=int)


def take_share(*, member: Membership, now: datetime, with_clips: bool, priority: int | None = None) -> int:
    """The share that the plan chooses, with all its seats but those on pairs that the person met.

    Among queries of that priority alone, where one is given. Shares that others are taking at this moment are passed
    over; only the last try waits for one, so that nobody is told that there is no work.
    """
    shares = open_shares(member, with_clips=with_clips, priority=priority)
    if not shares:
        return 0
    colleagues = [pk for pk in people_at_work(member.campaign, now) if pk != member.pk]
    common = batches_with(member)
    for left in reversed(range(TRIES)):
        while choice := chosen_share(shares, batches_with=common, colleagues=colleagues):
            if _take(choice, member, waiting=not left):
                return _reserve_share(choice, member, now)
            shares.remove(choice)
        shares = open_shares(member, with_clips=with_clips, priority=priority)
    return 0


def _take(choice: OpenShare, member: Membership, *, waiting: bool) -> bool:
    """Whether the share is the member's now; one that another transaction holds is not, unless `waiting` for it."""
    if not waiting and not _untaken.rows(share=choice.share):
        return False
    return bool(_taking.run(share=choice.share, member=member.pk))


def _reserve_share(choice: OpenShare, member: Membership, now: datetime) -> int:
    taken = reserve_open(member, _of_share.rows(share=choice.share, member=member.pk), now)
    _rest_of_share.run(share=choice.share)  # on pairs that the person met: they go by themselves
    return taken


def take_rest(*, member: Membership, now: datetime, with_clips: bool) -> int:
    """Open seats of a share beside the person's own, on pairs that the person never met; the number taken.

    There are such seats when the person's own share was taken over in part, and whoever had the other
    one is gone. They leave their share, whose owner must be somebody else (R2).
    """
    beside = Share.objects.filter(batch=OuterRef("share__batch"), annotator=member)
    rest = unmet(open_seats(member.campaign, with_clips=with_clips), member).filter(
        Exists(beside), share__isnull=False, share__annotator=None
    )
    ordered = skipping_locked(rest.order_by("pair_id", "number"))
    rows = [(query, pk) for _, query, pk in ordered.values_list("pair_id", "pair__query_id", "pk")[:MOST_SINGLES]]
    Seat.objects.filter(pk__in=[pk for _, pk in rows], annotator=None, state=SeatState.OPEN).update(share=None)
    return reserve_open(member, rows, now)


def take_over(*, member: Membership, now: datetime, with_clips: bool) -> int:
    """What somebody let go (R13): the rest of a share, or single seats; the number taken."""
    cutoff = work_cutoff(member.campaign, now)
    silent = Q(annotator__last_request_at=None) | Q(annotator__last_request_at__lt=cutoff)
    let_go = Seat.objects.filter(
        LIVE_CAMPAIGN, silent, campaign=member.campaign, state__in=WAITING_STATES, reserved_at__lt=cutoff
    ).exclude(annotator=member)
    first = (
        unmet(deliverable(let_go, with_clips=with_clips), member)
        .select_related("share")
        .order_by("share_id", "pk")
        .first()
    )
    if first is None or first.annotator_id is None:
        return 0
    of_same = let_go.filter(annotator=first.annotator_id, share=first.share_id)
    rest = list(unmet(of_same, member).order_by("pk").values_list("pk", flat=True))
    if first.share is None:
        rest = rest[:MOST_SINGLES]
    elif _has_share_of(member, first.share.batch_id):
        rest = rest[:MOST_SINGLES]  # R2 wants two people for the two shares: these seats go by themselves
        owned = Seat.objects.filter(pk__in=rest, annotator=first.annotator_id, state__in=WAITING_STATES)
        owned.update(share=None)
    elif not Share.objects.filter(pk=first.share.pk, annotator=first.annotator_id).update(annotator=member):
        rest = [first.pk]
    return reserve_seats(member, rest, now, owner=first.annotator_id)


def _has_share_of(member: Membership, batch: int) -> bool:
    return Share.objects.filter(batch=batch, annotator=member).exists()


def reserve_seats(member: Membership, seats: Sequence[int], now: datetime, *, owner: int) -> int:
    """Queue those of the seats that are still `owner`'s behind what the person has; how many.

    The caller holds the person's row, and has seen to it that the person may take them.
    """
    Seat.objects.filter(pk__in=seats, annotator=owner, state__in=WAITING_STATES, superseded=False).update(
        annotator=member, state=SeatState.RESERVED, reserved_at=now, position=0
    )
    taken = Seat.objects.filter(pk__in=seats, annotator=member, state=SeatState.RESERVED, position=0)
    record_losses(seats=taken, annotator=owner)  # `held_at` still tells what the owner had been given
    taken.update(held_at=None, shown_at=None)
    release_lone_checks(member=owner)
    return queue_behind(member=member, seats=taken.order_by("pair__query_id", "pk"), checked_at=now)


def queue_behind(*, member: Membership, seats: QuerySet[Seat], checked_at: datetime | None = None) -> int:
    """Order the seats, which are the person's, query by query, and within a query as the person's seed says; how many.

    So rank cannot be guessed. Where `checked_at` is given, hidden checks are slipped in between at the campaign's
    rates. The caller holds the person's row.
    """
    ordered = _ordered(member, seats.values_list("pair__query_id", "pk"), checked_at)
    _place(ordered)
    return len(ordered)


def reserve_open(member: Membership, seats: Sequence[tuple[int, int]], now: datetime) -> int:
    """Queue those of the seats (query, seat) that are still nobody's behind what the person has; how many.

    Places of seats that somebody else took a moment ago stay empty. The caller holds the person's row, and has seen to
    it that the person may take them.
    """
    if not seats:
        return 0
    ordered = _ordered(member, sorted(seats), now)
    taken = _place(ordered, reserve_at=now, member=member.pk)
    if taken < len(ordered):
        release_lone_checks(member=member.pk)
    return taken


def _ordered(member: Membership, seats: Iterable[tuple[int, int]], checked_at: datetime | None) -> list[Seat]:
    """The seats with their new places in the person's queue, which is longer by them; checks among them are saved."""
    by_query: dict[int, list[int]] = {}
    for query, pk in seats:
        by_query.setdefault(query, []).append(pk)
    seed = member.campaign.seed
    queries = seeded_order(list(by_query), seed, member.pk)
    ordered = [Seat(pk=pk) for query in queries for pk in seeded_order(by_query[query], seed, member.pk, query)]
    ((first, gold_rate, repeat_rate),) = _end_and_rates.rows(member=member.pk)
    queue = ordered
    if checked_at is not None and ordered and (gold_rate or repeat_rate):
        queue = slip_in_checks(
            member=member,
            seats=ordered,
            queries=[query for query in queries for _ in by_query[query]],
            first=first,
            gold_rate=gold_rate,
            repeat_rate=repeat_rate,
            now=checked_at,
        )
    for position, seat in enumerate(queue, start=first):
        seat.position = position
    member.next_position = first + len(queue)
    _new_end.run(member=member.pk, position=member.next_position)
    if len(queue) > len(ordered):
        Seat.objects.bulk_create(seat for seat in queue if seat.pk is None)
    return ordered


def _place(seats: Sequence[Seat], *, reserve_at: datetime | None = None, member: int = 0) -> int:
    """Save the positions of the seats, and with `reserve_at` reserve those that are nobody's for the member; how many.

    In SQL, as Django takes longer to write such an UPDATE than to run it.
    """
    changes, still, reserved = "", "", []
    if reserve_at is not None:
        changes = f", annotator_id = %s, reserved_at = %s, state = '{SeatState.RESERVED.value}'"
        still = f" AND annotator_id IS NULL AND state = '{SeatState.OPEN.value}' AND NOT superseded"
        reserved = [member, connection.ops.adapt_datetimefield_value(reserve_at)]
    table = connection.ops.quote_name(Seat._meta.db_table)
    placed = 0
    with connection.cursor() as cursor:
        for start in range(0, len(seats), PLACED_AT_ONCE):
            chunk = seats[start : start + PLACED_AT_ONCE]
            cases = " ".join(["WHEN %s THEN %s"] * len(chunk))
            ids = ", ".join(["%s"] * len(chunk))
            sql = f"UPDATE {table} SET position = CASE id {cases} END{changes} WHERE id IN ({ids}){still}"
            moved = [value for seat in chunk for value in (seat.pk, seat.position)]
            cursor.execute(sql, [*moved, *reserved, *(seat.pk for seat in chunk)])
            placed += cursor.rowcount
    return placed


def _seats_of_share(share: int, member: int) -> QuerySet[Seat, Any]:
    """The open ones on pairs that the member never met: query and seat."""
    free = Seat.objects.filter(LIVE_CAMPAIGN, share=share, state=SeatState.OPEN)
    return unmet(free, member).values_list("pair__query_id", "pk")


def _end_of_queue(member: int) -> QuerySet[Membership, Any]:
    members = Membership.objects.filter(pk=member)
    return members.values_list("next_position", "campaign__staffing__gold_rate", "campaign__staffing__repeat_rate")


_untaken = PreparedValues(
    lambda share: skipping_locked(Share.objects.filter(pk=share, annotator=None)).values_list("pk"), share=int
)
_taking = PreparedUpdate(
    lambda share, member: (Share.objects.filter(pk=share, annotator=None), {"annotator": member}), share=int, member=int
)
_of_share = PreparedValues(_seats_of_share, share=int, member=int)
_rest_of_share = PreparedUpdate(
    lambda share: (Seat.objects.filter(LIVE_CAMPAIGN, share=share, state=SeatState.OPEN), {"share": None}), share=int
)
_end_and_rates = PreparedValues(_end_of_queue, member=int)
_new_end = PreparedUpdate(
    lambda member, position: (Membership.objects.filter(pk=member), {"next_position": position}),
    member=int,
    position=int,
)
