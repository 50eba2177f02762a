"""The lead of a simulation: decides as suggested, and withdraws pairs that nobody is left to score."""

from __future__ import annotations

from datetime import datetime

from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.models import BatchReview, Decision
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.review.services.reviewing import decide_batch
from consensus.rules.extension import Advice
from moments.models import Campaign

ACTOR = "simulation"


def decide_as_suggested(*, campaign: Campaign, now: datetime) -> int:
    """Extend or close every batch in review as R7 suggests; the number of batches."""
    pending = BatchReview.objects.filter(campaign=campaign, decision=Decision.PENDING, superseded=False)
    reviews = list(pending.select_related("batch__query", "batch__protocol", "batch__campaign", "campaign"))
    for review in reviews:
        decision = Decision.EXTEND if review.advice == Advice.EXTEND else Decision.CLOSE
        decide_batch(review=review, decision=decision, actor=ACTOR, note="as suggested", now=now)
    return len(reviews)


def withdraw_stuck(*, campaign: Campaign, now: datetime) -> int:
    """Withdraw every pair that nobody qualified may score; the number of pairs."""
    stuck = list(stuck_pairs(campaign).select_related("batch__protocol", "query", "campaign"))
    for pair in stuck:
        withdraw_pair(pair=pair, actor=ACTOR, reason="nobody is left to score it", now=now)
    return len(stuck)
