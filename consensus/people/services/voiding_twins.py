"""Voids a person's answers about twins: others judge, write and check again what rested on them (T2, T4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F

from annotator.models import Membership, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.seats.services.superseding import end_attempts
from annotator.seats.services.voiding import void_seats
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from consensus.people.selectors.voiding_twins import voiding_plan
from consensus.twin_truths.selectors.complete import caption_orders
from consensus.twin_truths.services.checking import ask_next, ruled_captions
from consensus.twin_truths.services.ordering import begin_captions, cancel_captions, writing_of
from consensus.twin_truths.services.undoing import take_back_return
from consensus.twins.ledger_kinds import TWINS_VOIDED
from moments.ledger.chain import Record
from moments.models import Pair

VOIDED = "the answers of their writer were voided"


def void_twins(member: Membership, now: datetime, actor: str, reason: str) -> list[Record]:
    """Take every answer of the person out of the count; the entries say of each pair what it was.

    Captions that they wrote are written by somebody else. A caption that they assigned goes back to checking, and comes
    back from its writer if only they had objected to it. The caller holds campaign and people.
    """
    plan = voiding_plan(member)
    judged = [seat.pair for seat in plan.judged]
    pairs = [*judged, *plan.written, *plan.checked]
    before = dict(current_verdicts().filter(pair__in=[pair.pk for pair in pairs]).values_list("pair", "kind"))
    records = [
        Record(
            TWINS_VOIDED,
            actor,
            {"person": member.pseudonym, "reason": reason, "attempt": pair.attempt, "before": before.get(pair.pk)},
            pair.query.query_id,
            pair.number,
        )
        for pair in pairs
    ]
    current_verdicts().filter(pair__in=[pair.pk for pair in judged]).update(superseded=True)
    void_seats(member=member, wanted=plan.judged)
    both = {pk: order.both for pk, order in caption_orders(plan.written).items()}
    cancel_captions(campaign=member.campaign, pairs=plan.written, reason=VOIDED, now=now)
    begin_captions(campaign=member.campaign, pairs=plan.written, both=both, writers={}, now=now)
    _check_again(plan.checked)
    return records


def _check_again(pairs: Sequence[Pair]) -> None:
    """Have the captions checked further without the voided assignments, as somebody objected to none of them."""
    going_on = []
    for pair in pairs:
        verdict = current_verdicts().filter(pair=pair).first()
        if verdict is not None and verdict.kind == VerdictKind.RETURNED and not take_back_return(pair):
            _leave_to_writer(pair)
            continue
        if verdict is not None:
            Verdict.objects.filter(pk=verdict.pk).update(superseded=True)
            current_verdicts().filter(pair=writing_of(pair), kind=VerdictKind.AGREED).update(superseded=True)
        going_on.append(pair)
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=[pair.pk for pair in going_on], attempt=F("pair__attempt"))
    busy = set(live.exclude(state=SeatState.SETTLED).values_list("pair", flat=True))
    ask_next(ruled_captions([pair for pair in going_on if pair.pk not in busy]))


def _leave_to_writer(pair: Pair) -> None:
    """The writer has saved the next version by now: it is checked from the start, and the return is forgotten."""
    Verdict.objects.filter(pair=pair, attempt=pair.attempt, superseded=False).update(superseded=True)
    end_attempts(pairs=[pair])
    Pair.objects.filter(pk=pair.pk).update(batch=None)
