"""Undoing decisions: until the first score of the batch that was opened, and as if nothing had been decided."""

import json
from datetime import timedelta

import pytest

from annotator.guideline.services import add_example
from annotator.models import GuidelineExample, Problem, ProblemKind, Seat, SeatLoss, Share, WorkEvent, WorkKind
from annotator.problems.services.reporting import report_problem
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.queries.services.editing import retire_query
from consensus.review.services.reviewing import AlreadyDecided, decide_batch
from consensus.review.services.undoing import CannotUndo, undo_decision
from consensus.verify.selectors.invariants import breaches
from moments.models import Batch, LedgerEntry, Pair
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, claim, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=10)
EXTEND, CLOSE = Decision.EXTEND, Decision.CLOSE


@built_once
def decided(decision, *, pairs=4):
    """A campaign whose one query has a decided first batch of two pairs; the review."""
    campaign, members = opened_campaign(pairs=pairs, protocol=Protocol(batch_size=2, window=1))
    score_all(members, 3)
    settle(campaign)
    review = pending(campaign)
    decide_batch(review=review, decision=decision, actor="1234", note="rich", now=LATER)
    return campaign, members, review


def pending(campaign):
    return BatchReview.objects.select_related("campaign", "batch__campaign", "batch__query", "batch__protocol").get(
        campaign=campaign, decision="", superseded=False
    )


def undo(review, actor="1234"):
    return undo_decision(review=review, actor=actor, now=LATER)


def broken(campaign):
    return list(breaches(campaign, now=LATER + timedelta(hours=1), sweep_s=5))


def test_an_extension_is_undone_with_the_batch_that_it_opened():
    campaign, _, review = decided(EXTEND)
    assert Seat.objects.filter(pair__rank__gt=2, annotator__isnull=False).count() == 4
    again = undo(review)
    assert list(Batch.objects.values_list("number", flat=True)) == [1]
    assert not Pair.objects.filter(rank__gt=2, batch__isnull=False).exists()
    assert Share.objects.count() == 2
    assert set(Seat.objects.filter(pair__rank__gt=2).values_list("superseded", "state", "annotator")) == {
        (True, "released", None)
    }
    assert again == pending(campaign)
    assert (again.advice, again.suggested_at) == (review.advice, review.suggested_at)
    assert broken(campaign) == []


def test_it_stands_in_the_ledger_with_what_was_undone():
    _, _, review = decided(EXTEND)
    undo(review, "5678")
    entry = LedgerEntry.objects.get(kind="batch_undone")
    assert (entry.actor, entry.query_id) == ("5678", 1)
    assert json.loads(entry.payload) == {
        "batch": 1,
        "undone": "extend",
        "decided_by": "1234",
        "note": "rich",
        "seats": 4,
        "people": 2,
    }


def test_the_batch_can_be_extended_again_by_the_same_people():
    campaign, members, review = decided(EXTEND)
    claim(members[0], 4, now=LATER)
    undo(review)
    decide_batch(review=pending(campaign), decision=EXTEND, actor="1234", note="", now=LATER)
    assert score_all(members, 2, now=LATER) == 4
    settle(campaign, now=LATER)
    assert Verdict.objects.filter(superseded=False, relevance=2).count() == 2
    assert broken(campaign) == []


def test_a_score_that_comes_after_the_undoing_is_refused_politely_and_paid():
    _, members, review = decided(EXTEND)
    seat = claim(members[0], 4, now=LATER)[0]
    undo(review)
    late = submit(members[0], seat, 3, now=LATER)
    assert (late.status, late.code) == ("refused", "reassigned")
    assert SeatLoss.objects.filter(annotator=members[0]).count() == 2
    assert WorkEvent.objects.filter(annotator=members[0], kind=WorkKind.LATE).count() == 1
    assert claim(members[0], 4, now=LATER) == []


def test_the_first_score_makes_an_extension_stand():
    campaign, members, review = decided(EXTEND)
    submit(members[0], claim(members[0], 1, now=LATER)[0], 3, now=LATER)
    with pytest.raises(CannotUndo, match="batch 2 already has 1 score"):
        undo(review)
    assert Batch.objects.count() == 2
    assert not BatchReview.objects.filter(superseded=True).exists()
    assert not LedgerEntry.objects.filter(kind="batch_undone").exists()
    assert broken(campaign) == []


def test_reports_on_the_batch_are_closed_and_nothing_stays_parked():
    campaign, members, review = decided(EXTEND)
    seat = claim(members[0], 1, now=LATER)[0]
    report_problem(member=members[0], seat=seat.public_id, kind=ProblemKind.OTHER, note="", now=LATER)
    undo(review)
    assert Problem.objects.get().resolution == "the batch was taken back"
    assert not Pair.objects.filter(parked=True).exists()
    assert broken(campaign) == []


def test_a_pair_that_a_lead_decided_makes_an_extension_stand():
    _, _, review = decided(EXTEND)
    pair = Pair.objects.select_related("campaign", "query", "batch__protocol").get(rank=3)
    withdraw_pair(pair=pair, actor="1234", reason="broken", now=LATER)
    with pytest.raises(CannotUndo, match="pairs of batch 2 are already decided"):
        undo(review)


def test_an_example_that_the_rule_withdrew_does_not():
    campaign, members = opened_campaign(pairs=4, protocol=Protocol(batch_size=2, window=1))
    score_all(members, 3)
    settle(campaign)
    example = Pair.objects.select_related("campaign", "query", "batch").get(rank=3)
    add_example(pair=example, relevance=3, note="", actor="lead", now=NOW)
    review = pending(campaign)
    for _ in range(2):
        decide_batch(review=review, decision=EXTEND, actor="1234", note="", now=LATER)
        settle(campaign, now=LATER)
        assert Verdict.objects.filter(pair=example, superseded=False).count() == 1
        review = undo(review)
    assert GuidelineExample.objects.count() == 1
    assert not Verdict.objects.filter(pair=example, superseded=False).exists()
    assert broken(campaign) == []


def test_a_closing_is_undone_and_may_be_decided_otherwise():
    campaign, _, review = decided(CLOSE)
    undo(review)
    decide_batch(review=pending(campaign), decision=EXTEND, actor="5678", note="", now=LATER)
    assert Batch.objects.count() == 2
    assert broken(campaign) == []


def test_a_closing_without_an_alternative_stands():
    campaign, members = opened_campaign(pairs=2, protocol=Protocol(batch_size=2, window=1))
    score_all(members, 3)
    settle(campaign)
    review = BatchReview.objects.select_related("campaign", "batch__query", "batch__campaign").get()
    assert (review.decision, review.actor) == ("close", "rule")
    with pytest.raises(CannotUndo, match="there is no further batch to open"):
        undo(review)


def test_the_closing_of_a_retired_query_stands():
    _, _, review = decided(CLOSE)
    retire_query(query=review.batch.query, actor="lead", reason="gibberish", now=LATER)
    review.batch.query.refresh_from_db()
    with pytest.raises(CannotUndo):
        undo(review)


@pytest.mark.parametrize("decision", [EXTEND, CLOSE])
def test_it_is_undone_once(decision):
    campaign, _, review = decided(decision)
    undo(review)
    with pytest.raises(CannotUndo, match="it was undone, or a pair was reopened"):
        undo(BatchReview.objects.select_related("campaign").get(pk=review.pk))
    with pytest.raises(CannotUndo, match="no decision to undo"):
        undo(pending(campaign))
    assert LedgerEntry.objects.filter(kind="batch_undone").count() == 1


def test_a_batch_with_a_pair_that_was_reopened_waits_for_its_scores_first():
    campaign, _, review = decided(EXTEND)
    pair = Pair.objects.select_related("campaign", "query", "batch__protocol").get(rank=1)
    reopen_pair(pair=pair, actor="1234", reason="two films", now=LATER)
    assert undo(review) is None
    settle(campaign, now=LATER)
    assert not BatchReview.objects.filter(superseded=False).exists()
    assert broken(campaign) == []


def test_whoever_decides_on_a_card_from_before_the_undoing_is_told():
    _, _, review = decided(CLOSE)
    undo(review)
    with pytest.raises(AlreadyDecided, match="no longer in review"):
        decide_batch(review=review, decision=EXTEND, actor="5678", note="", now=LATER)
