"""Decides many batches at once, each as R7 suggests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from consensus.models import Decision
from consensus.review.selectors import pending_among
from consensus.review.services.reviewing import decide_batches
from consensus.rules.extension import Advice
from moments.models import Campaign

AT_ONCE = 25
DECISIONS = {Advice.EXTEND.value: Decision.EXTEND, Advice.CLOSE.value: Decision.CLOSE}


@dataclass(frozen=True, slots=True)
class Followed:
    """What following the suggestions did; `left` were decided meanwhile, have no suggestion, or cannot follow it."""

    extended: int
    closed: int
    left: int


def follow_suggestions(*, campaign: Campaign, reviews: Sequence[int], actor: str, note: str, now: datetime) -> Followed:
    """Extend or close those of the reviews that still await a decision and have a suggestion.

    Twenty-five at once are one transaction with its ledger entries, so that nobody who scores has to wait for them all;
    what was decided stays decided if the rest fails, and the same call again does the rest and nothing twice.
    """
    pending = pending_among(campaign, reviews)
    done = {Decision.EXTEND: 0, Decision.CLOSE: 0}
    for start in range(0, len(pending), AT_ONCE):
        decisions = {review: DECISIONS[review.advice] for review in pending[start : start + AT_ONCE]}
        for review in decide_batches(campaign=campaign, decisions=decisions, actor=actor, note=note, now=now):
            done[decisions[review]] += 1
    extended, closed = done[Decision.EXTEND], done[Decision.CLOSE]
    return Followed(extended, closed, len(set(reviews)) - extended - closed)
