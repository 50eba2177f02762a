"""Has captions written that follow from judgements (T3), and takes them out of work once nothing asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import F

from annotator.models import CaptionOrder, Seat
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.problems.services.resolving import close_problems
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.seats.services.checking import add_seats_at, reserve_for
from annotator.seats.services.superseding import end_attempts, hold_people
from annotator.twins.tasks import TwinTask
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import caption_orders, pairs_of
from consensus.twins.judging import JudgementOutcome, captions_wanted
from consensus.twins.ledger_kinds import TWIN_CAPTIONS_CANCELLED
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Batch, Campaign, Pair

WRITER = (1, 1)
JUDGED_AGAIN = "the clip was judged again"


def order_captions(*, campaign: Campaign, ruled: Sequence[tuple[Pair, JudgementOutcome]], now: datetime) -> int:
    """Have somebody write the captions of twins and single clips (T3); of how many clips.

    A clip that was judged before may have captions: those stay if the new outcome asks for the same ones, or if a lead
    dropped them. Otherwise they are cancelled, and their writer is asked first. The caller holds the campaign.
    """
    wanted = {pair.moment_id: captions_wanted(outcome) for pair, outcome in ruled}
    pairs = pairs_of(TwinTask.CAPTION, wanted)
    there = [pair for pair in pairs.values() if pair.batch_id is not None]
    orders, dropped = caption_orders(there), _dropped(there)
    others = [
        pair for pair in there if pair.pk not in dropped and (True, orders[pair.pk].both) != wanted[pair.moment_id]
    ]
    writers = writers_of(others)
    cancel_captions(campaign=campaign, pairs=others, reason=JUDGED_AGAIN, now=now)
    fresh = [pair for moment, pair in sorted(pairs.items()) if wanted[moment][0] and pair.batch_id is None]
    both = {pair.pk: wanted[pair.moment_id][1] for pair in fresh}
    return begin_captions(campaign=campaign, pairs=fresh, both=both, writers=writers, now=now)


def begin_captions(
    *, campaign: Campaign, pairs: Sequence[Pair], both: Mapping[int, bool], writers: Mapping[int, int], now: datetime
) -> int:
    """Ask for the captions of pairs that are in no batch, of `both` clips or the forward one; of how many clips.

    `writers` are the people (by primary key) who are asked first, by pair; anybody may write the other captions.
    """
    if not pairs:
        return 0
    batch = Batch.objects.get(campaign=campaign, query__query_id=TwinTask.CAPTION.query_id)
    for pair in pairs:
        pair.batch = batch
    Pair.objects.filter(pk__in=[pair.pk for pair in pairs]).update(batch=batch)
    CaptionOrder.objects.bulk_create(
        CaptionOrder(pair=pair, attempt=pair.attempt, both=both[pair.pk]) for pair in pairs
    )
    seats = add_seats_at(places=[(pair, *WRITER) for pair in pairs])
    reserve_for(seats=[(seat, writers[seat.pair_id]) for seat in seats if seat.pair_id in writers], now=now)
    return len(seats)


def cancel_captions(
    *, campaign: Campaign, pairs: Sequence[Pair], reason: str, now: datetime, actor: str = "rule"
) -> None:
    """Take the captions of those pairs of writing out of work: none counts, and nobody writes or checks them.

    Answers stay stored, and their people stay barred. The pairs leave their batches and begin their next attempts, so
    that captions can be asked for again, and how often they were returned is forgotten.
    """
    if not pairs:
        return
    hold_campaign(campaign)
    hold_people(campaign)
    before = {pair.pk: pair.attempt for pair in pairs}
    concerned = [*pairs, *assigned_pairs(pairs)]
    Verdict.objects.filter(pair__in=[pair.pk for pair in concerned], superseded=False).update(superseded=True)
    close_problems(pairs=concerned, now=now, resolution=f"the captions were cancelled: {reason}")
    end_attempts(pairs=concerned)
    Pair.objects.filter(pk__in=[pair.pk for pair in concerned]).update(batch=None)
    for pair in concerned:
        pair.batch = None
    records = [
        Record(
            TWIN_CAPTIONS_CANCELLED,
            actor,
            {"attempt": before[pair.pk], "reason": reason},
            pair.query.query_id,
            pair.number,
        )
        for pair in pairs
    ]
    record_decisions(campaign=campaign, records=records, now=now)


def assigned_pairs(pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs in which the captions of those pairs of writing are assigned, if they ever were."""
    twins = twins_of_moments(pair.moment_id for pair in pairs)
    moments = [moment for twin in twins.values() for moment in (twin.forward_id, twin.backward_id)]
    found = pairs_of(TwinTask.ASSIGN, moments)
    return [found[moment] for moment in sorted(found) if found[moment].batch_id is not None]


def writing_of(pair: Pair) -> Pair:
    """The pair of writing of the clip that the pair is about."""
    forward = twins_of_moments([pair.moment_id])[pair.moment_id].forward_id
    return pairs_of(TwinTask.CAPTION, [forward])[forward]


def writers_of(pairs: Sequence[Pair]) -> dict[int, int]:
    """Who writes or wrote the captions of the present attempt (by primary key), by pair."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=[pair.pk for pair in pairs], attempt=F("pair__attempt"))
    return {pair: person for pair, person in seats.values_list("pair", "annotator") if person is not None}


def _dropped(pairs: Sequence[Pair]) -> set[int]:
    """The pairs that a lead dropped or withdrew."""
    ended = current_verdicts().filter(pair__in=[pair.pk for pair in pairs], kind=VerdictKind.WITHDRAWN)
    return set(ended.values_list("pair", flat=True))
