"""Inserts hidden checks into people's queues, and takes them out again; no rule counts what they answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from django.conf import settings
from django.db.models import QuerySet

from annotator.models import Gold, Membership, Purpose, Seat, SeatState
from annotator.models.seats import WAITING_STATES
from annotator.seats.checkpoints import Check, Slip, planned_checks
from annotator.seats.planning import seeded_order
from annotator.seats.selectors.hidden_checks import ASIDE, fresh_golds, lone_checks, repeatable_seats, waiting_checks
from annotator.seats.services.losing import record_losses
from moments.models import Pair, Query

Met = tuple[int, int]  # a pair and the attempt at it
REPEAT = Slip("repeat")


def slip_in_checks(
    *,
    member: Membership,
    seats: Sequence[int],
    queries: Sequence[int],
    first: int,
    gold_rate: float,
    repeat_rate: float,
    now: datetime,
) -> list[int | Seat]:
    """The seats in their order, with new seats of gold and repeats between them, which are not saved yet.

    `queries` are those of the seats, `first` is the queue position of the first one. Where no pair fits a place,
    nothing is inserted there. Where the campaign marks, the whole videos take the place of the queries: gold is a
    question about the video around it.
    """
    secret = secret_of(member)
    plan = planned_checks(first, queries, gold_rate=gold_rate, repeat_rate=repeat_rate, secret=secret)
    wanted = Counter(slip for slips in plan for slip in slips)
    pairs = {
        **_golds_among(member, [slip for slip in wanted if slip.check == "gold"], secret, seats),
        REPEAT: _repeats(member, wanted[REPEAT], secret),
    }
    queue: list[int | Seat] = []
    for seat, slips in zip(seats, plan, strict=True):
        for slip in slips:
            met = next(pairs[slip], None)
            queue += [_seat(member, slip.check, met, now)] if met else []
        queue.append(seat)
    return queue


def secret_of(member: Membership) -> tuple[object, ...]:
    """The secret that a person's draws depend on."""
    return settings.SECRET_KEY, member.campaign.seed, member.pk


def release_checks(*, member: int) -> int:
    """Remove the person's waiting checks, which nobody else needs, when seats go to others; how many."""
    return _lose(waiting_checks().filter(annotator=member))


def release_lone_checks(*, member: int) -> int:
    """Remove the checks that come before seats which went to somebody else; how many.

    The others stay, so that late scores of a check and of the seats around it are answered alike.
    """
    lone = lone_checks(member)
    return _lose(waiting_checks().filter(pk__in=lone)) if lone else 0


def withdraw_checks(*, query: Query, restarts: bool) -> int:
    """Stop gold of the query, and take its waiting checks and seats of studies away, because its text changed or it is
    retired; how many seats.

    Where the query's pairs are restarted, people lose their seats on them, and so these.
    """
    Gold.objects.filter(pair__query=query, active=True).update(active=False)
    waiting = Seat.objects.filter(pair__query=query, purpose__in=ASIDE, state__in=WAITING_STATES)
    return _lose(waiting) if restarts else waiting.update(state=SeatState.RELEASED)


def release_checks_on(*, pair: Pair) -> int:
    """Remove the waiting checks on the pair; how many."""
    return waiting_checks().filter(pair=pair).update(state=SeatState.RELEASED)


def _lose(checks: QuerySet[Seat]) -> int:
    record_losses(seats=checks)
    return checks.update(state=SeatState.RELEASED)


def _golds_among(
    member: Membership, slips: Sequence[Slip], secret: tuple[object, ...], seats: Sequence[int]
) -> dict[Slip, Iterator[Met]]:
    """New gold of the right query for each place; no copy of a question on which the person is given a seat."""
    if not slips:
        return {}
    run = "pair__query" if member.campaign.is_graded else "pair__moment"
    golds = fresh_golds(member).filter(**{f"{run}__in": [slip.query for slip in slips]})
    if not member.campaign.is_graded:
        golds = golds.exclude(pair__reference__source__seats__in=seats)
    by_query: dict[int, list[int]] = defaultdict(list)
    for query, pair in golds.order_by("pk").values_list(run, "pair"):
        by_query[query].append(pair)
    return {slip: ((pair, 1) for pair in seeded_order(by_query[slip.query or 0], *secret)) for slip in slips}


def _repeats(member: Membership, count: int, secret: tuple[object, ...]) -> Iterator[Met]:
    if not count:
        return iter(())
    seats = list(repeatable_seats(member).values_list("pair", "attempt"))
    return islice(iter(seeded_order(seats, *secret)), count)


def _seat(member: Membership, check: Check, met: Met, now: datetime) -> Seat:
    pair, attempt = met
    return Seat(
        campaign_id=member.campaign_id,
        pair_id=pair,
        purpose=Purpose(check),
        attempt=attempt,
        round=1,
        number=1,
        state=SeatState.RESERVED,
        annotator=member,
        reserved_at=now,
    )
