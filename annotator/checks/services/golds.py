"""Sets gold: pairs with a known answer that are mixed into people's queues."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.checks.ledger_kinds import GOLD_SET, GOLD_STOPPED
from annotator.checks.selectors import gold_explanations, refused_golds
from annotator.exam.selectors.references import known_answers
from annotator.models import Gold, Purpose, Seat, SeatState
from annotator.seats.selectors.hidden_checks import waiting_checks
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign, hold_scale
from moments.ledger.services import record_decision
from moments.models import Pair


@transaction.atomic
def set_gold(
    *, pair: Pair, relevance: int | None, now: datetime, actor: str, explanation: str = "", fresh: bool = False
) -> Gold:
    """Make the pair gold with that answer, or give gold another answer; it is active from now on.

    The explanation, for leads, goes to the ledger. A `fresh` pair must not be active gold yet.

    Where the campaign marks, there is no relevance: the answer is that of the question, which must be known. Raises
    BadInput for an answer off the scale and for a pair that cannot be gold.
    """
    hold_scale(pair.campaign)
    if pair.campaign.is_graded and (relevance is None or relevance not in pair.campaign.scale):
        raise BadInput(f"relevance: expected {pair.campaign.scale}")
    if not pair.campaign.is_graded and (relevance is not None or not known_answers([pair.pk])):
        raise BadInput(f"question {pair.number} has no known answer")
    pair.refresh_from_db(fields=["batch", "parked"])
    if refused := refused_golds([pair]):
        raise BadInput(refused[pair.pk])
    if fresh and Gold.objects.filter(pair=pair, active=True).exists():
        raise BadInput(f"{'pair' if pair.campaign.is_graded else 'question'} {pair.number} is gold already")
    gold, is_new = Gold.objects.get_or_create(
        pair=pair, defaults={"campaign_id": pair.campaign_id, "relevance": relevance, "created_at": now}
    )
    is_known = explanation in ("", gold_explanations(pair.campaign, [pair.number]).get(pair.number))
    if not is_new and (gold.relevance, gold.active) == (relevance, True) and is_known:
        return gold
    payload: dict[str, object] = {"relevance": relevance, "before": None if is_new else gold.relevance}
    payload |= {"explanation": explanation} if explanation else {}
    Gold.objects.filter(pk=gold.pk).update(relevance=relevance, active=True)
    record_decision(campaign=pair.campaign, kind=GOLD_SET, actor=actor, payload=payload, now=now, pair=pair)
    gold.relevance, gold.active = relevance, True
    return gold


@transaction.atomic
def stop_gold(*, gold: Gold, now: datetime, actor: str) -> bool:
    """Stop mixing the pair into queues, and take it out of them; False if it was stopped. Answers stay."""
    hold_campaign(gold.campaign)
    if not Gold.objects.filter(pk=gold.pk, active=True).update(active=False):
        return False
    waiting = waiting_checks().filter(pair=gold.pair_id, purpose=Purpose.GOLD)
    released = waiting.update(state=SeatState.RELEASED)
    payload, pair = {"released": released}, gold.pair
    record_decision(campaign=pair.campaign, kind=GOLD_STOPPED, actor=actor, payload=payload, now=now, pair=pair)
    return True


@transaction.atomic
def take_back_gold(*, gold: Gold, now: datetime, actor: str) -> bool:
    """Stop gold that was made by mistake; if nobody answered it, it can become gold again. False if it was stopped."""
    if not stop_gold(gold=gold, now=now, actor=actor):
        return False
    answered = Seat.objects.filter(pair=gold.pair_id, purpose=Purpose.GOLD).exclude(state=SeatState.RELEASED)
    if not answered.exists():
        Gold.objects.filter(pk=gold.pk).delete()
    return True
