"""Batch review: suggests for decided batches (R7), and carries out what is decided."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Subquery

from consensus.models import BatchReview, Decision
from consensus.rules.depth import Advice, Suggestion, suggest_extension
from consensus.selectors.settling import decided_batches, verdict_of_pair
from consensus.services.opening import can_extend, has_next_batch, open_next_batch
from moments.chain import Record
from moments.errors import BadInput
from moments.models import Batch, Campaign
from moments.services.campaigns import hold_campaign
from moments.services.ledger import record_decisions

BATCHES_AT_ONCE = 100


class AlreadyDecided(BadInput):
    """A decision on a batch that is decided; the message says what happened."""


def review_batches(*, campaign: Campaign, now: datetime) -> int:
    """Put every decided batch into review; the number of batches.

    A batch that cannot be extended is closed by the rule at once, one whose next batch is open (it was begun
    anew) stays extended; the others wait for a lead, or
    are decided as suggested where the campaign follows suggestions.
    """
    reviewed = 0
    while found := _review_some(campaign, now):
        reviewed += found
    return reviewed


@transaction.atomic
def _review_some(campaign: Campaign, now: datetime) -> int:
    hold_campaign(campaign)
    batches = list(decided_batches(campaign)[:BATCHES_AT_ONCE])
    records: list[Record] = []
    for batch in batches:
        suggestion = suggestion_for(batch)
        ruled = _ruled(batch, suggestion)
        review = BatchReview.objects.create(
            campaign=campaign,
            batch=batch,
            advice=suggestion.advice,
            value=suggestion.value,
            reason=suggestion.reason,
            suggested_at=now,
        )
        if ruled is not None:
            decision, why = ruled
            records.append(_decide(review, decision, "rule", why, now))
    record_decisions(campaign=campaign, records=records, now=now)
    return len(batches)


def _ruled(batch: Batch, suggestion: Suggestion) -> tuple[Decision, str] | None:
    """What the rule decides on a batch by itself, and why; None where a lead decides."""
    if has_next_batch(batch):
        return Decision.EXTEND, "the next batch is open already"
    if batch.query.retired_at is not None:
        return Decision.CLOSE, "the query is retired"
    if not can_extend(batch):
        return Decision.CLOSE, "no further batch"
    if batch.campaign.follow_suggestions:
        extend = suggestion.advice == Advice.EXTEND
        return Decision.EXTEND if extend else Decision.CLOSE, "follows the suggestion"
    return None


def suggestion_for(batch: Batch) -> Suggestion:
    """R7's suggestion for a batch of which every pair is decided, under the batch's own protocol."""
    verdict = verdict_of_pair()
    relevances = batch.pairs.order_by("rank").values_list(Subquery(verdict.values("relevance")[:1]), flat=True)
    return suggest_extension(list(relevances), protocol=batch.protocol.protocol)


@transaction.atomic
def decide_batch(*, review: BatchReview, decision: Decision, actor: str, note: str, now: datetime) -> Batch | None:
    """Extend or close a batch in review; the batch opened, if any.

    Raises AlreadyDecided where somebody was first, BadInput where there is nothing to extend with.
    """
    hold_campaign(review.campaign)
    if decision == Decision.EXTEND and not can_extend(review.batch):
        raise BadInput("there is no further batch to open")
    record = _decide(review, decision, actor, note, now)
    record_decisions(campaign=review.campaign, records=[record], now=now)
    return Batch.objects.filter(query=review.batch.query_id, number=review.batch.number + 1).first()


def _decide(review: BatchReview, decision: Decision, actor: str, note: str, now: datetime) -> Record:
    pending = BatchReview.objects.filter(pk=review.pk, decision=Decision.PENDING, superseded=False)
    if not pending.update(decision=decision, actor=actor, note=note, decided_at=now):
        review.refresh_from_db()
        what = Decision(review.decision).label if review.decision else "taken out of review"
        raise AlreadyDecided(f"the batch was {what} by {review.actor or 'another'} already")
    if decision == Decision.EXTEND and not has_next_batch(review.batch):
        open_next_batch(batch=review.batch, now=now)
    payload = {
        "batch": review.batch.number,
        "decision": decision.value,
        "advice": review.advice,
        "reason": review.reason,
        "protocol": review.batch.protocol.version,
        "note": note,
    }
    return Record("batch_decided", actor, payload, review.batch.query.query_id)
