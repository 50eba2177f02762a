import json
from datetime import timedelta

import pytest

from annotator.guideline.services import add_example
from annotator.models import Problem, Share
from annotator.problems.services.reporting import report_problem
from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.labels.selectors.labels import labels, raw_scores
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.queries.services.editing import retire_query
from consensus.review.services.reviewing import decide_batch
from consensus.verify.selectors.invariants import breaches
from consensus.what_if.replay import OPEN
from consensus.what_if.selectors import what_if
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, claim, make_member, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


def reopen(pair, **fields):
    return reopen_pair(pair=pair, **{"actor": "lead", "reason": "two films", "now": NOW, **fields})


def broken(campaign):
    return list(breaches(campaign, now=LATER, sweep_s=5))


@built_once
def scored_campaign(pairs=3, **fields):
    campaign, members = opened_campaign(pairs=pairs, **fields)
    score_all(members, 3)
    settle(campaign)
    return campaign, members, pair_of(campaign)


def pair_of(campaign, rank=1):
    return campaign.pairs.select_related("campaign", "query", "batch__protocol").get(rank=rank)


def test_others_score_it_anew_and_the_rest_stays():
    campaign, members, pair = scored_campaign()
    done = reopen(pair)
    assert (done.scores, pair.attempt) == (2, 2)
    assert [claim(member) for member in members] == [[], []]
    others = [make_member(campaign) for _ in range(2)]
    assert score_all(others, 1, now=LATER) == 2
    settle(campaign, now=LATER)
    assert [label.relevance for label in labels(campaign)] == [1, 3, 3]
    assert [row.relevance for row in raw_scores(campaign)] == [1, 1, 3, 3, 3, 3]
    assert list(Verdict.objects.filter(pair=pair).order_by("pk").values_list("attempt", "superseded")) == [
        (1, True),
        (2, False),
    ]
    assert broken(campaign) == []


def test_it_stands_in_the_ledger_with_what_was_before():
    campaign, _, pair = scored_campaign()
    reopen(pair)
    entry = LedgerEntry.objects.get(kind="pair_reopened")
    assert (entry.actor, entry.query_id, entry.pair_number) == ("lead", 1, pair.number)
    assert json.loads(entry.payload) == {
        "attempt": 2,
        "before": "agreed",
        "relevance": 3,
        "scores": 2,
        "reviews": 1,
        "reason": "two films",
    }
    assert broken(campaign) == []


def test_whoever_has_a_share_of_the_batch_keeps_it():
    campaign, (one, two) = opened_campaign(pairs=3)
    assert [len(claim(member)) for member in (one, two)] == [3, 3]
    pair = pair_of(campaign)
    withdraw_pair(pair=pair, actor="lead", reason="broken", now=NOW)
    reopen(pair)
    assert list(Share.objects.order_by("pk").values_list("annotator", flat=True)) == [one.pk, two.pk]
    assert score_all([one, two], 2) == 6
    settle(campaign)
    assert broken(campaign) == []


def test_the_batch_is_reviewed_again_unless_it_was_extended():
    campaign, members, pair = scored_campaign(pairs=4, protocol=Protocol(batch_size=2, window=1))
    reopen(pair)
    assert not BatchReview.objects.filter(superseded=False).exists()
    members = [make_member(campaign) for _ in range(2)]
    score_all(members, 1)
    settle(campaign)
    review = BatchReview.objects.get(superseded=False)
    decide_batch(review=review, decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    reopen(pair_of(campaign, rank=2))
    assert BatchReview.objects.get(superseded=False).decision == Decision.EXTEND


def test_a_pair_that_nobody_is_left_for_reaches_the_lead():
    campaign, _, pair = scored_campaign()
    reopen(pair)
    assert list(stuck_pairs(campaign)) == [pair]


def test_what_if_takes_a_reopened_pair_as_open():
    campaign, _, pair = scored_campaign()
    reopen(pair)
    found = what_if(campaign, {"tolerance": 0})
    assert dict(found.moves) == {(OPEN, OPEN): 1, (3, 3): 2}


def test_reports_on_it_are_closed():
    campaign, (one, two) = opened_campaign(pairs=1)
    (seat,) = claim(one, 1)
    report_problem(member=one, seat=seat.public_id, kind="broken_clip", note="", now=NOW)
    pair = pair_of(campaign)
    withdraw_pair(pair=pair, actor="lead", reason="broken", now=NOW)
    reopen(pair)
    assert not Problem.objects.filter(resolved_at=None).exists()
    (again,) = claim(two, 1)
    assert submit(two, again, 3).status == "saved"


def undecided(campaign, pair):
    reopen(pair)


def retired(campaign, pair):
    retire_query(query=pair.query, actor="lead", reason="gibberish", now=NOW)


def example(campaign, pair):
    add_example(pair=pair, relevance=3, note="", actor="lead", now=NOW)


@pytest.mark.parametrize(
    ("first", "says"),
    [(undecided, "is not decided"), (retired, "query 1 is retired"), (example, "cannot be scored again")],
)
def test_what_cannot_be_reopened_is_refused_and_nothing_is_changed(first, says):
    campaign, _, pair = scored_campaign()
    first(campaign, pair)
    before = LedgerEntry.objects.count()
    pair = pair_of(campaign)
    with pytest.raises(BadInput, match=says):
        reopen(pair)
    assert (LedgerEntry.objects.count(), pair_of(campaign).attempt) == (before, pair.attempt)


def test_it_needs_a_reason_and_an_open_batch():
    campaign, _, pair = scored_campaign(pairs=3, protocol=Protocol(batch_size=2, window=1))
    with pytest.raises(BadInput, match="give a reason"):
        reopen(pair, reason="")
    with pytest.raises(BadInput, match="is not in an open batch"):
        reopen(pair_of(campaign, rank=3))
