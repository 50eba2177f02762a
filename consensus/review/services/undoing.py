"""Takes a decision on a batch back: it waits for a lead again, as if nothing had been decided."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists

from annotator.models import Purpose, Score
from annotator.problems.services.resolving import close_problems
from annotator.seats.services.superseding import hold_people
from annotator.seats.services.unseating import Unseated, unseat_batch
from consensus.decisions.ledger_kinds import BATCH_UNDONE
from consensus.decisions.selectors.verdicts import verdict_of_pair
from consensus.models import BatchReview, Decision, Verdict
from consensus.opening.services import can_extend
from consensus.review.services.reviewing import suggestion_for
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Batch, Pair

TAKEN_BACK = "the batch was taken back"


class CannotUndo(BadInput):
    """A decision that cannot be undone: too much rests on it, or it is already undone; the message says which."""


@transaction.atomic
def undo_decision(*, review: BatchReview, actor: str, now: datetime) -> BatchReview | None:
    """Put the batch into review again; the new review, None if a pair of it waits for scores meanwhile.

    An extension can be undone until the first score on the batch that it opened: that batch is gone afterwards, its
    seats are superseded, and its pairs are in no batch. A closing can be undone as long as there is something else to
    decide. Raises CannotUndo otherwise.
    """
    hold_campaign(review.campaign)
    review.refresh_from_db(fields=["decision", "actor", "note", "superseded"])
    if review.superseded:
        raise CannotUndo("the decision is no longer valid: it was undone, or a pair was reopened")
    if not review.decision:
        raise CannotUndo("the batch is still awaiting review: there is no decision to undo")
    taken = _take_back(review, now) if review.decision == Decision.EXTEND else _reopen(review)
    BatchReview.objects.filter(pk=review.pk).update(superseded=True)
    payload = {
        "batch": review.batch.number,
        "undone": review.decision,
        "decided_by": review.actor,
        "note": review.note,
        "seats": taken.seats,
        "people": taken.people,
    }
    query = review.batch.query
    record_decision(campaign=review.campaign, kind=BATCH_UNDONE, actor=actor, payload=payload, now=now, query=query)
    return _review_again(review)


def _reopen(review: BatchReview) -> Unseated:
    """A closed batch, of which nothing has to be taken back."""
    if not can_extend(review.batch):
        raise CannotUndo("there is no further batch to open, so there is no other decision")
    return Unseated(0, 0)


def _take_back(review: BatchReview, now: datetime) -> Unseated:
    """Remove the batch that the extension opened, now that nobody scores it."""
    opened = Batch.objects.filter(query=review.batch.query_id, number=review.batch.number + 1).first()
    if opened is None:
        return Unseated(0, 0)
    hold_people(review.campaign)
    _require_untouched(opened)
    pairs = list(opened.pairs.all())
    Verdict.objects.filter(pair__batch=opened, superseded=False, actor="rule").update(superseded=True)
    close_problems(pairs=pairs, now=now, resolution=TAKEN_BACK)
    taken = unseat_batch(batch=opened)
    Pair.objects.filter(batch=opened).update(batch=None, parked=False)
    opened.delete()
    return taken


def _require_untouched(opened: Batch) -> None:
    scores = Score.objects.filter(seat__pair__batch=opened, seat__purpose=Purpose.CAMPAIGN).count()
    if scores:
        raise CannotUndo(f"batch {opened.number} already has {counted(scores, 'score')}")
    decided = Verdict.objects.filter(pair__batch=opened, superseded=False).exclude(actor="rule")
    if decided.exists() or opened.reviews.exists():
        raise CannotUndo(f"pairs of batch {opened.number} are already decided")


def _review_again(review: BatchReview) -> BatchReview | None:
    """The same batch in review, in its old place of the queue; a sweep does it where a pair of it is open."""
    if review.batch.pairs.filter(~Exists(verdict_of_pair())).exists():
        return None
    suggestion = suggestion_for(review.batch)
    return BatchReview.objects.create(
        campaign=review.campaign,
        batch=review.batch,
        advice=suggestion.advice,
        value=suggestion.value,
        reason=suggestion.reason,
        suggested_at=review.suggested_at,
    )
