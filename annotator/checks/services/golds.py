"""Sets gold: pairs with a known answer that are mixed into people's queues."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.checks.ledger_kinds import GOLD_SET, GOLD_STOPPED
from annotator.exam.selectors.references import known_answers
from annotator.models import ExamItem, ExamState, Gold, GuidelineExample, Practice, Purpose, SeatState
from annotator.seats.selectors.hidden_checks import waiting_checks
from evaluation.scale import SCALE
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import ClipState, Pair


@transaction.atomic
def set_gold(*, pair: Pair, relevance: int | None, now: datetime, actor: str) -> Gold:
    """Make the pair gold with that answer, or give gold another answer; it is active from now on.

    Where the campaign marks, there is no relevance: the answer is that of the question, which must be known. Raises
    BadInput for an answer off the scale and for a pair that cannot be gold.
    """
    hold_campaign(pair.campaign)
    if pair.campaign.is_graded and (relevance is None or relevance not in SCALE):
        raise BadInput(f"relevance: expected {SCALE}")
    if not pair.campaign.is_graded and (relevance is not None or not known_answers([pair.pk])):
        raise BadInput(f"question {pair.number} has no known answer")
    pair.refresh_from_db(fields=["batch", "parked"])
    refusal = _refusal(pair)
    if refusal:
        raise BadInput(f"pair {pair.number} {refusal}")
    gold, is_new = Gold.objects.get_or_create(
        pair=pair, defaults={"campaign_id": pair.campaign_id, "relevance": relevance, "created_at": now}
    )
    if not is_new and (gold.relevance, gold.active) == (relevance, True):
        return gold
    payload: dict[str, object] = {"relevance": relevance, "before": None if is_new else gold.relevance}
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


def _refusal(pair: Pair) -> str:
    """Why the pair cannot be gold; empty if it can."""
    running = ExamItem.objects.filter(pair=pair, dropped=False).exclude(exam__state=ExamState.CLOSED)
    found = {
        "is in an open batch, where people score it": pair.batch_id is not None,
        "belongs to a query that was retired": pair.query.retired_at is not None,
        "is in an exam": running.exists(),
        "is a practice pair of the tutorial": Practice.objects.filter(pair=pair).exists(),
        "is an example of the guideline": GuidelineExample.objects.filter(pair=pair).exists(),
        "has no clip to show": not pair.moment.clips.filter(state=ClipState.READY).exists(),
    }
    return next((why for why, holds in found.items() if holds), "")
