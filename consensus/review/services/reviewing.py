"""Batch review: suggests for decided batches (R7), and carries out what is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Subquery

from consensus.decisions.ledger_kinds import BATCH_DECIDED
from consensus.decisions.selectors.verdicts import decided_batches, verdict_of_pair
from consensus.models import BatchReview, Decision, VerdictKind
from consensus.opening.selectors.depth import extendable
from consensus.opening.services import can_extend, has_next_batch, open_next_batch, open_next_batches
from consensus.rules.extension import Advice, Suggestion, suggest_extension
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Batch, Campaign

BATCHES_AT_ONCE = 100
AWAITING = {"decision": Decision.PENDING, "superseded": False}


class AlreadyDecided(BadInput):
    """A decision on a batch that is decided; the message says what happened."""


def review_batches(*, campaign: Campaign, now: datetime) -> int:
    """Put every decided batch into review; the number of batches.

    The rule closes a batch that cannot be extended at once. One whose next batch is open (it was started again)
    stays extended. The others wait for a lead, or are decided as suggested where the campaign follows suggestions.
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
            _take(review, decision, "rule", why, now)
            if decision == Decision.EXTEND and not has_next_batch(batch):
                open_next_batch(batch=batch, now=now)
            records.append(_record(review))
    record_decisions(campaign=campaign, records=records, now=now)
    return len(batches)


def _ruled(batch: Batch, suggestion: Suggestion) -> tuple[Decision, str] | None:
    """What the rule decides on a batch automatically, and why; None if a lead decides."""
    if has_next_batch(batch):
        return Decision.EXTEND, "the next batch is already open"
    if batch.graded_query.retired_at is not None:
        return Decision.CLOSE, "the query is retired"
    if not can_extend(batch):
        return Decision.CLOSE, "no further batch"
    if batch.campaign.follow_suggestions:
        extend = suggestion.advice == Advice.EXTEND
        return Decision.EXTEND if extend else Decision.CLOSE, "follows the suggestion"
    return None


def suggestion_for(batch: Batch) -> Suggestion:
    """R7's suggestion for a batch of which every pair is decided, under the batch's own protocol."""
    verdict = verdict_of_pair().filter(kind=VerdictKind.AGREED)  # an adjudicated pair stays discarded to R7
    relevances = batch.pairs.order_by("rank").values_list(Subquery(verdict.values("relevance")[:1]), flat=True)
    return suggest_extension(list(relevances), protocol=batch.protocol.protocol)


@transaction.atomic
def decide_batch(*, review: BatchReview, decision: Decision, actor: str, note: str, now: datetime) -> Batch | None:
    """Extend or close a batch in review; the batch opened, if any.

    Raises AlreadyDecided if somebody was first, BadInput if there is nothing to extend with.
    """
    hold_campaign(review.campaign)
    _take(review, decision, actor, note, now)
    opened = None
    if decision == Decision.EXTEND:
        if not can_extend(review.batch):
            raise BadInput("there is no further batch to open")
        opened = open_next_batch(batch=review.batch, now=now)
    record_decisions(campaign=review.campaign, records=[_record(review)], now=now)
    return opened


@transaction.atomic
def decide_batches(
    *, campaign: Campaign, decisions: Mapping[BatchReview, Decision], actor: str, note: str, now: datetime
) -> list[BatchReview]:
    """Extend or close many batches of the campaign at once; the reviews that are decided by that.

    Left out are those that somebody decided in the meantime, and extensions of what cannot be extended.
    """
    hold_campaign(campaign)
    pending = BatchReview.objects.filter(pk__in=[review.pk for review in decisions], **AWAITING)
    waiting = set(pending.values_list("pk", flat=True))
    to_extend = [review for review, decision in decisions.items() if decision == Decision.EXTEND]
    can = extendable([review.batch for review in to_extend])
    to_extend = [review for review in to_extend if review.pk in waiting and review.batch_id in can]
    to_close = [review for review, decision in decisions.items() if decision == Decision.CLOSE and review.pk in waiting]
    for chosen, decision in ((to_extend, Decision.EXTEND), (to_close, Decision.CLOSE)):
        _take_all(chosen, decision, actor, note, now)
    open_next_batches(batches=[review.batch for review in to_extend], now=now)
    decided = [review for review in decisions if review.decision]
    record_decisions(campaign=campaign, records=[_record(review) for review in decided], now=now)
    return decided


def _take_all(reviews: Sequence[BatchReview], decision: Decision, actor: str, note: str, now: datetime) -> None:
    """Decide them all; raises AlreadyDecided if one no longer waits. The campaign's row is held."""
    pending = BatchReview.objects.filter(pk__in=[review.pk for review in reviews], **AWAITING)
    if pending.update(decision=decision, actor=actor, note=note, decided_at=now) != len(reviews):
        raise AlreadyDecided("one of the batches has already been decided")
    for review in reviews:
        review.decision, review.actor, review.note, review.decided_at = decision, actor, note, now


def _take(review: BatchReview, decision: Decision, actor: str, note: str, now: datetime) -> None:
    """Decide the review, in the row and the object; raises AlreadyDecided, saying by whom and what."""
    pending = BatchReview.objects.filter(pk=review.pk, **AWAITING)
    if pending.update(decision=decision, actor=actor, note=note, decided_at=now):
        review.decision, review.actor, review.note, review.decided_at = decision, actor, note, now
        return
    review.refresh_from_db(fields=["decision", "actor", "superseded"])
    if review.superseded:
        raise AlreadyDecided(
            "the batch is no longer in review: a decision was undone, a pair was reopened, or its query was retired"
        )
    raise AlreadyDecided(f"the batch was already {Decision(review.decision).label} by {review.actor}")


def _record(review: BatchReview) -> Record:
    payload = {
        "batch": review.batch.number,
        "decision": str(review.decision),
        "advice": review.advice,
        "reason": review.reason,
        "protocol": review.batch.protocol.version,
        "note": review.note,
    }
    return Record(BATCH_DECIDED, review.actor, payload, review.batch.graded_query.query_id)
