"""Passes captions on once their writer can no longer change them: each new one is checked by somebody else (T4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import CaptionOrder
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.seats.services.checking import add_seats_at, bar_people
from annotator.seats.services.seating import mark_settled
from annotator.twins.tasks import TwinTask
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import (
    GivenAnswer,
    caption_orders,
    given_answers,
    pairs_of,
    with_lookalikes,
    written_pairs,
)
from consensus.twins.ledger_kinds import TWIN_CAPTIONS_ACCEPTED, TWIN_CAPTIONS_WRITTEN
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Batch, Campaign, Pair

FIRST_CHECK, AMONG_SIMILAR = (1, 1), (2, 1)


@dataclass(frozen=True, slots=True)
class WrittenPair:
    """A pair of writing with its captions, and the pairs in which they are assigned: forward, then backward."""

    pair: Pair
    given: GivenAnswer
    order: CaptionOrder
    assigned: tuple[Pair, Pair]

    @property
    def fresh(self) -> list[Pair]:
        """The pairs of those captions that are new."""
        new = (not self.order.keeps_forward, self.order.both and not self.order.keeps_backward)
        return [pair for pair, is_new in zip(self.assigned, new, strict=True) if is_new]


@transaction.atomic
def pass_on_captions(campaign: Campaign, now: datetime, *, most: int) -> list[str]:
    """Have up to `most` clips' new captions checked; a word for each. A second call finds only what is new.

    Nobody checks the caption of a single clip against its twin; without look-alikes it counts at once.
    """
    hold_campaign(campaign)
    written = _written(written_pairs(campaign, most=most))
    if not written:
        return []
    mark_settled(seats=[one.given.seat for one in written])
    similar = with_lookalikes(pair for one in written for pair in one.assigned)
    _begin([pair for one in written for pair in one.fresh if one.order.both or pair.pk in similar], campaign)
    bar_people(barred=[(pair, one.given.person) for one in written for pair in one.assigned])
    add_seats_at(
        places=[
            (pair, *(FIRST_CHECK if one.order.both else AMONG_SIMILAR))
            for one in written
            for pair in one.fresh
            if one.order.both or pair.pk in similar
        ]
    )
    unchecked = [one.pair for one in written if not one.order.both and one.assigned[0].pk not in similar]
    record_decisions(campaign=campaign, records=[_record(one) for one in written], now=now)
    accept_captions(campaign=campaign, pairs=unchecked, now=now)
    return ["written" for _ in written]


def _written(pairs: Sequence[Pair]) -> list[WrittenPair]:
    if not pairs:
        return []
    given, orders = given_answers(pairs), caption_orders(pairs)
    twins = twins_of_moments(pair.moment_id for pair in pairs)
    assigned = pairs_of(TwinTask.ASSIGN, twins)
    assigned |= pairs_of(TwinTask.ASSIGN, [twin.backward_id for twin in twins.values()])
    return [
        WrittenPair(
            pair,
            given[pair.pk][0],
            orders[pair.pk],
            (assigned[pair.moment_id], assigned[twins[pair.moment_id].backward_id]),
        )
        for pair in pairs
    ]


def _begin(fresh: Sequence[Pair], campaign: Campaign) -> None:
    """Put the pairs into their batch; those that were assigned before begin their next attempt."""
    if not fresh:
        return
    again = [pair for pair in fresh if pair.batch_id is not None]
    Pair.objects.filter(pk__in=[pair.pk for pair in again]).update(attempt=F("attempt") + 1)
    for pair in again:
        pair.attempt += 1
    batch = Batch.objects.get(campaign=campaign, query__query_id=TwinTask.ASSIGN.query_id)
    Pair.objects.filter(pk__in=[pair.pk for pair in fresh], batch=None).update(batch=batch)


def accept_captions(*, campaign: Campaign, pairs: Sequence[Pair], now: datetime) -> None:
    """All captions of those pairs of writing count; the caller holds the campaign and knows it."""
    for pair in pairs:
        assert pair.batch is not None
    Verdict.objects.bulk_create(
        Verdict(
            pair=pair,
            attempt=pair.attempt,
            kind=VerdictKind.AGREED,
            round=1,
            protocol=pair.batch.protocol,
            actor="rule",
            decided_at=now,
        )
        for pair in pairs
        if pair.batch is not None
    )
    records = [
        Record(TWIN_CAPTIONS_ACCEPTED, "rule", {"attempt": pair.attempt}, pair.query.query_id, pair.number)
        for pair in pairs
    ]
    record_decisions(campaign=campaign, records=records, now=now)


def _record(one: WrittenPair) -> Record:
    texts = one.given.texts
    payload = {
        "attempt": one.pair.attempt,
        "worker": one.given.worker,
        "texts": [text for text in (texts.forward, texts.backward) if text],
    }
    return Record(TWIN_CAPTIONS_WRITTEN, "rule", payload, one.pair.query.query_id, one.pair.number)
