"""The ways in which a person gets seats: single seats, seats that others released, and a share (`sharing`).

Every taking is an UPDATE on the row's own columns whose row count tells who won; the row locks that
PostgreSQL skips over only spare people the waiting.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.memberships import work_cutoff
from annotator.seats.planning import seeded_order
from annotator.seats.selectors.queue import deliverable, single_seats, skipping_locked, unmet
from annotator.seats.selectors.writers import may_write, permitted
from annotator.seats.services.hidden_checks import release_lone_checks, slip_in_checks
from annotator.seats.services.losing import record_losses
from annotator.seats.services.parting import hold_batch, part_batch, part_seats
from moments.database.prepared import PreparedUpdate, PreparedValues

MOST_SINGLES = 10
PLACED_AT_ONCE = 200


def take_singles(
    *, member: Membership, now: datetime, with_clips: bool, priority: int | None = None, most: int = MOST_SINGLES
) -> int:
    """Up to `most` (ten at best) open single seats on pairs that the person has never seen; the number taken.

    With `priority`, only of queries of that priority.
    """
    asked = {"campaign": member.campaign_id, "member": member.pk}
    writes = may_write(member)
    if priority is None:
        rows = _any_singles(with_clips, writes).rows(**asked)
    else:
        rows = list(_singles(with_clips=with_clips, writes=writes, priority=priority, **asked))
    one_a_pair: dict[int, tuple[int, int]] = {}
    for pair, query, pk in rows:
        one_a_pair.setdefault(pair, (query, pk))
    return reserve_open(member, list(one_a_pair.values())[: min(most, MOST_SINGLES)], now)


def _singles(
    *, campaign: int, member: int, with_clips: bool, writes: bool, priority: int | None
) -> QuerySet[Seat, Any]:
    """Pair, query and seat."""
    single = permitted(single_seats(campaign, with_clips=with_clips), writes=writes)
    free = unmet(single, member).order_by("pair_id", "number")
    if priority is not None:
        free = free.filter(pair__query__priority=priority)
    return skipping_locked(free).values_list("pair_id", "pair__query_id", "pk")[: 2 * MOST_SINGLES]


@cache
def _any_singles(with_clips: bool, writes: bool) -> PreparedValues:
    any_priority = partial(_singles, with_clips=with_clips, writes=writes, priority=None)
    return PreparedValues(any_priority, campaign=int, member=int)


def take_over(*, member: Membership, now: datetime, with_clips: bool) -> int:
    """What somebody let go (R13): the rest of a share, or single seats; the number taken.

    Nothing while somebody else takes a share of that batch, or while a request of that person is under way: the next
    claim will find it.
    """
    cutoff, writes = work_cutoff(member.campaign, now), may_write(member)
    asked: dict[str, Any] = {"campaign": member.campaign_id, "member": member.pk, "cutoff": cutoff}
    first = _first_let_go(with_clips, writes).rows(**asked)
    if not first:
        return 0
    ((owner, share, batch),) = first
    if not _no_request_under_way(owner):
        return 0
    of_same = _let_go(**asked, writes=writes).filter(annotator=owner, share=share)
    rest = list(unmet(of_same, member).order_by("pk").values_list("pk", flat=True))
    if not rest:
        return 0
    if share is not None:
        if not hold_batch(batch):
            return 0
        if _share_passes(share, owner, member):
            return _take_over_share(owner, share, batch, rest, member, now)
    rest = rest[:MOST_SINGLES]
    owned = Seat.objects.filter(pk__in=rest, annotator=owner, state__in=WAITING_STATES)
    owned.filter(share__isnull=False).update(share=None)
    taken = reserve_seats(member, rest, now, owner=owner)
    part_seats(set(Seat.objects.filter(pk__in=rest).values_list("pair__batch", flat=True)))
    return taken


def _let_go(*, campaign: int, member: int, cutoff: datetime, writes: bool) -> QuerySet[Seat]:
    """Seats that wait for others who have asked for nothing since the cutoff."""
    silent = Q(annotator__last_request_at=None) | Q(annotator__last_request_at__lt=cutoff)
    let_go = Seat.objects.filter(
        LIVE_CAMPAIGN, silent, campaign=campaign, state__in=WAITING_STATES, reserved_at__lt=cutoff
    ).exclude(annotator=member)
    return permitted(let_go, writes=writes)


@cache
def _first_let_go(with_clips: bool, writes: bool) -> PreparedValues:
    """Its person, its share if it is of one, and the share's batch: asked for whoever has too little to do."""

    def first(campaign: int, member: int, cutoff: datetime) -> QuerySet[Seat, Any]:
        let_go = _let_go(campaign=campaign, member=member, cutoff=cutoff, writes=writes)
        free = unmet(deliverable(let_go, with_clips=with_clips), member).order_by("share_id", "pk")
        return free.values_list("annotator", "share", "share__batch")[:1]

    return PreparedValues(first, campaign=int, member=int, cutoff=datetime)


def _no_request_under_way(owner: int) -> bool:
    """Whether no request of the owner's is under way; none begins until this transaction ends.

    Both lock seats, and each would wait for those that the other has.
    """
    row = Membership.objects.filter(pk=owner).select_for_update(no_key=True, skip_locked=True)
    return bool(row.values_list("pk"))


def _share_passes(share: int, owner: int, member: Membership) -> bool:
    """Whether the share is the member's now: it was the owner's, and the batch's other one is not the member's (R2)."""
    return bool(Share.objects.filter(pk=share, annotator=owner).exclude(beside=member).update(annotator=member))


def _take_over_share(
    owner: int, share: int, batch: int, seats: Sequence[int], member: Membership, now: datetime
) -> int:
    taken = reserve_seats(member, seats, now, owner=owner)
    left = Seat.objects.filter(LIVE_CAMPAIGN, share=share, annotator=owner, state__in=WAITING_STATES)
    left.update(share=None)  # on pairs that the member met: single seats now, for somebody else
    part_batch(batch)
    return taken


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

    So rank cannot be guessed. Where `checked_at` is given, hidden checks are inserted between them at the campaign's
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


def _ordered(
    member: Membership, seats: Iterable[tuple[int, int]], checked_at: datetime | None
) -> list[tuple[int, int]]:
    """The seats with their new places in the person's queue, which is longer by them; checks among them are saved.

    The pairs of one query come together; where the campaign marks, the questions about one video.
    """
    by_query: dict[int, list[int]] = {}
    for query, pk in seats if member.campaign.is_graded else _by_video(seats):
        by_query.setdefault(query, []).append(pk)
    ((first, seed, gold_rate, repeat_rate),) = _end_and_rates.rows(member=member.pk)
    queries = seeded_order(list(by_query), seed, member.pk)
    ordered = [pk for query in queries for pk in seeded_order(by_query[query], seed, member.pk, query)]
    queue: Sequence[int | Seat] = ordered
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
    places, checks = [], []
    for position, seat in enumerate(queue, start=first):
        if isinstance(seat, Seat):
            seat.position = position
            checks.append(seat)
        else:
            places.append((seat, position))
    member.next_position = first + len(queue)
    _new_end.run(member=member.pk, position=member.next_position)
    Seat.objects.bulk_create(checks)
    return places


def _by_video(seats: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The seats with their whole videos instead of their queries, each of which has one pair."""
    named = Seat.objects.filter(pk__in=[pk for _, pk in seats])
    return named.order_by("pair__moment_id", "pk").values_list("pair__moment_id", "pk")


def _place(places: Sequence[tuple[int, int]], *, reserve_at: datetime | None = None, member: int = 0) -> int:
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
        for start in range(0, len(places), PLACED_AT_ONCE):
            chunk = places[start : start + PLACED_AT_ONCE]
            cases = " ".join(["WHEN %s THEN %s"] * len(chunk))
            ids = ", ".join(["%s"] * len(chunk))
            sql = f"UPDATE {table} SET position = CASE id {cases} END{changes} WHERE id IN ({ids}){still}"
            cursor.execute(sql, [*itertools.chain(*chunk), *reserved, *(seat for seat, _ in chunk)])
            placed += cursor.rowcount
    return placed


def _end_of_queue(member: int) -> QuerySet[Membership, Any]:
    rates = ("campaign__staffing__gold_rate", "campaign__staffing__repeat_rate")
    return Membership.objects.filter(pk=member).values_list("next_position", "campaign__seed", *rates)


_end_and_rates = PreparedValues(_end_of_queue, member=int)
_new_end = PreparedUpdate(
    lambda member, position: (Membership.objects.filter(pk=member), {"next_position": position}),
    member=int,
    position=int,
)
