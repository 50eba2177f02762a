"""Undoing an extension beside the first score of the batch that it opened: one of the two wins, and cleanly."""

from __future__ import annotations

import pytest

from annotator.models import Score
from annotator.scoring.services.scoring import submit_scores
from consensus.models import BatchReview, Decision
from consensus.review.services.reviewing import decide_batch
from consensus.review.services.undoing import CannotUndo, undo_decision
from moments.models import Batch
from moments.protocol import Protocol
from tests.factories import claim, entry, opened_campaign, score_all, settle
from tests.races.test_at_once import LATER, at_once, no_breaches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]


def test_a_score_and_an_undoing_do_not_both_win() -> None:
    campaign, (one, two) = opened_campaign(pairs=4, protocol=Protocol(batch_size=2, window=1))
    score_all([one, two], 3)
    settle(campaign)
    reviews = BatchReview.objects.select_related("campaign", "batch__campaign", "batch__query", "batch__protocol")
    decide_batch(review=reviews.get(), decision=Decision.EXTEND, actor="lead", note="", now=LATER)
    mine, theirs = claim(one, 2, now=LATER), claim(two, 2, now=LATER)
    scored, undone, again, others = at_once(
        lambda: submit_scores(member=one, entries=[entry(mine[0], 3)], now=LATER),
        lambda: undo_decision(review=reviews.get(decision=Decision.EXTEND), actor="lead", now=LATER),
        lambda: undo_decision(review=reviews.get(decision=Decision.EXTEND), actor="lead", now=LATER),
        lambda: submit_scores(member=two, entries=[entry(theirs[0], 3)], now=LATER),
    )
    statuses = [answers[0].status for answers in (scored, others)]
    undoings = [isinstance(result, BatchReview) for result in (undone, again)]
    assert all(isinstance(result, BatchReview | CannotUndo) for result in (undone, again))
    assert (statuses, sum(undoings)) in ((["refused", "refused"], 1), (["saved", "saved"], 0))
    assert Batch.objects.count() == (1 if any(undoings) else 2)
    assert Score.objects.count() == (4 if any(undoings) else 6)
    settle(campaign, now=LATER)
    assert no_breaches(campaign)
