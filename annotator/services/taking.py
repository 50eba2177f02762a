"""The ways in which seats become a person's: single seats, a share, a share's rest, what others let go.

Every taking is an UPDATE on the row's own columns whose row count tells who won; the row locks that
PostgreSQL skips over only spare people the waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from annotator.models.work import LIVE_CAMPAIGN, WAITING_STATES
from annotator.planning import OpenShare, chosen_share, seeded_order
from annotator.selectors.people import members_at_work, work_cutoff
from annotator.selectors.queue import deliverable, open_seats, single_seats, unmet
from annotator.services.checks import release_lone_checks, slip_in_checks
from annotator.services.losing import record_losses

MOST_SINGLES = 10
MOST_SHARES_SEEN = 50
TRIES = 5

Row = TypeVar("Row", bound=Model)


def take_singles(*, member: Membership, now: datetime, with_clips: bool) -> int:
    """Up to ten open single seats on pairs that the person never met; the number taken."""
    free = unmet(single_seats(member.campaign, with_clips=with_clips), member).order_by("pair_id", "number")
    rows = _skipping_locked(free).values_list("pair_id", "pk")[: 2 * MOST_SINGLES]
    one_a_pair: dict[int, int] = {}
    for pair, pk in rows:
        one_a_pair.setdefault(pair, pk)
    return _reserve(member, list(one_a_pair.values())[:MOST_SINGLES], now, owner=None)


def take_share(*, member: Membership, now: datetime, with_clips: bool) -> int:
    """The share that the plan chooses, with all its seats but those on pairs that the person met."""
    at_work = members_at_work(member.campaign, now).exclude(pk=member.pk)
    colleagues = list(at_work.values_list("pk", flat=True))
    for _ in range(TRIES):
        shares = _open_shares(member, with_clips)
        choice = chosen_share(shares, batches_with=_batches_with(member), colleagues=colleagues)
        if choice is None:
            return 0
        if Share.objects.filter(pk=choice.share, annotator=None).update(annotator=member):
            free = Seat.objects.filter(LIVE_CAMPAIGN, share=choice.share, state=SeatState.OPEN)
            seats = list(unmet(free, member).values_list("pk", flat=True))
            free.exclude(pk__in=seats).update(share=None)  # on pairs that the person met: they go by themselves
            return _reserve(member, seats, now, owner=None)
    return 0


def take_rest(*, member: Membership, now: datetime, with_clips: bool) -> int:
    """Open seats of a share beside the person's own, on pairs that the person never met; the number taken.

    There are such seats when the person's own share was taken over in part, and whoever had the other
    one is gone. They leave their share, whose owner must be somebody else (R2).
    """
    beside = Share.objects.filter(batch=OuterRef("share__batch"), annotator=member)
    rest = unmet(open_seats(member.campaign, with_clips=with_clips), member).filter(
        Exists(beside), share__isnull=False, share__annotator=None
    )
    rows = _skipping_locked(rest.order_by("pair_id", "number"))[:MOST_SINGLES]
    seats = [seat.pk for seat in rows]
    Seat.objects.filter(pk__in=seats, annotator=None, state=SeatState.OPEN).update(share=None)
    return _reserve(member, seats, now, owner=None)


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
    if first is None:
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
    return _reserve(member, rest, now, owner=first.annotator_id)


def _has_share_of(member: Membership, batch: int) -> bool:
    return Share.objects.filter(batch=batch, annotator=member).exists()


def _open_shares(member: Membership, with_clips: bool) -> list[OpenShare]:
    """Shares that the person may take: begun ones, and of the batches that nobody began the first."""
    seats = unmet(open_seats(member.campaign, with_clips=with_clips), member).filter(share=OuterRef("pk"))
    shares = Share.objects.filter(campaign=member.campaign, annotator=None).order_by("batch_id", "number")
    sibling = Share.objects.filter(batch=OuterRef("batch"), annotator__isnull=False)
    begun = (
        shares.filter(Exists(sibling), Exists(seats))
        .exclude(Exists(sibling.filter(annotator=member)))
        .annotate(partner=sibling.values("annotator")[:1])
        .values_list("pk", "batch_id", "partner")
    )
    fresh = shares.filter(~Exists(sibling), Exists(seats)).values_list("pk", "batch_id")
    return [OpenShare(*row) for row in begun[:MOST_SHARES_SEEN]] + [OpenShare(*row, None) for row in fresh[:1]]


def _batches_with(member: Membership) -> dict[int, int]:
    common = Share.objects.filter(batch__shares__annotator=member, annotator__isnull=False)
    rows = common.exclude(annotator=member).values("annotator").annotate(batches=Count("batch"))
    return {row["annotator"]: row["batches"] for row in rows}


def _reserve(member: Membership, seats: Sequence[int], now: datetime, *, owner: int | None) -> int:
    """Queue those of the seats that are still `owner`'s (None: nobody's) behind what the person has."""
    states = [SeatState.OPEN] if owner is None else WAITING_STATES
    Seat.objects.filter(pk__in=seats, annotator=owner, state__in=states, superseded=False).update(
        annotator=member, state=SeatState.RESERVED, reserved_at=now, position=0
    )
    taken = Seat.objects.filter(pk__in=seats, annotator=member, state=SeatState.RESERVED, position=0)
    if owner is not None:
        record_losses(seats=taken, annotator=owner)  # `held_at` still tells what the owner had been given
        taken.update(held_at=None, shown_at=None)
        release_lone_checks(member=owner)
    return queue_behind(member=member, seats=taken.order_by("pair__query_id", "pk"), checked_at=now)


def queue_behind(*, member: Membership, seats: QuerySet[Seat], checked_at: datetime | None = None) -> int:
    """Order the seats query by query, and within a query as the person's seed says; how many they are.

    So rank cannot be guessed. Where `checked_at` is given, hidden checks are slipped in between at the campaign's
    rates. The caller holds the person's row.
    """
    by_query: dict[int, list[int]] = {}
    for query, pk in seats.values_list("pair__query_id", "pk"):
        by_query.setdefault(query, []).append(pk)
    seed = member.campaign.seed
    queries = seeded_order(list(by_query), seed, member.pk)
    ordered = [Seat(pk=pk) for query in queries for pk in seeded_order(by_query[query], seed, member.pk, query)]
    first, gold_rate, repeat_rate = (
        Membership.objects.filter(pk=member.pk)
        .values_list("next_position", "campaign__staffing__gold_rate", "campaign__staffing__repeat_rate")
        .get()
    )
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
    Membership.objects.filter(pk=member.pk).update(next_position=member.next_position)
    Seat.objects.bulk_update(ordered, ["position"], batch_size=200)
    if len(queue) > len(ordered):
        Seat.objects.bulk_create(seat for seat in queue if seat.pk is None)
    return len(ordered)


def _skipping_locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Rows that no other transaction is taking; SQLite has one writer and needs no row locks."""
    return rows.select_for_update(skip_locked=True, of=("self",))
