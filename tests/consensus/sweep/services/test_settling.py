"""The sweep: verdicts, second rounds, reviews; idempotent and complete."""

import json
from datetime import timedelta

import pytest

from annotator.models import Seat, SeatState
from consensus.decisions.selectors.verdicts import stuck_pairs
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from consensus.sweep.services import Swept
from consensus.verify.selectors.invariants import breaches
from moments.campaign.services import set_protocol
from moments.models import Batch, LedgerEntry
from moments.protocol import Protocol
from tests.factories import NOW, claim, make_member, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db

FOUR = {"people": 4, "pairs": 1}


def verdicts(campaign):
    rows = Verdict.objects.filter(pair__campaign=campaign).order_by("pair__rank")
    return list(rows.values_list("kind", "relevance", "round"))


def no_breaches(campaign, *, after_s=600):
    return list(breaches(campaign, now=NOW + timedelta(seconds=after_s), sweep_s=5)) == []


def test_two_scores_that_agree_make_a_verdict() -> None:
    campaign, (one, two) = opened_campaign(pairs=1)
    submit(one, claim(one)[0], 2)
    submit(two, claim(two)[0], 3)
    swept = settle(campaign)
    assert (swept.finalised, swept.agreed, swept.escalated) == (2, 1, 0)
    assert verdicts(campaign) == [("agreed", 3, 1)]
    assert set(Seat.objects.values_list("state", flat=True)) == {SeatState.SETTLED}
    assert no_breaches(campaign)


def test_nothing_is_settled_within_the_grace_period() -> None:
    campaign, members = opened_campaign(pairs=1)
    score_all(members)
    assert settle(campaign, after_s=59) == Swept()
    assert verdicts(campaign) == []


def test_one_score_alone_waits() -> None:
    campaign, (one, _) = opened_campaign(pairs=1)
    submit(one, claim(one)[0], 2)
    assert settle(campaign).finalised == 1
    assert verdicts(campaign) == []


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [([1, 3, 2, 2], ("agreed", 2, 2)), ([0, 4, 1, 2], ("agreed", 2, 2)), ([0, 2, 4, 4], ("discarded", None, 2))],
)
def test_scores_that_disagree_go_through_a_second_round_with_two_others(scores, verdict) -> None:
    campaign, members = opened_campaign(**FOUR)
    for member, relevance in zip(members[:2], scores[:2], strict=True):
        submit(member, claim(member)[0], relevance)
    assert settle(campaign).escalated == 1
    assert [claim(member) for member in members[:2]] == [[], []]
    late = NOW + timedelta(seconds=70)
    for member, relevance in zip(members[2:], scores[2:], strict=True):
        submit(member, claim(member, now=late)[0], relevance, now=late)
    settle(campaign, now=late)
    assert verdicts(campaign) == [verdict]
    assert sorted(Seat.objects.values_list("round", "number")) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert no_breaches(campaign)


def test_a_second_sweep_finds_nothing_to_do() -> None:
    campaign, members = opened_campaign(people=4)
    score_all(members, lambda pair, member: (pair.rank + member.pk) % 5)
    settle(campaign)
    before = (Verdict.objects.count(), Seat.objects.count(), LedgerEntry.objects.count())
    assert settle(campaign, after_s=62) == Swept()
    assert (Verdict.objects.count(), Seat.objects.count(), LedgerEntry.objects.count()) == before


def test_the_ledger_tells_why_a_pair_has_its_relevance() -> None:
    campaign, (one, two) = opened_campaign(pairs=1)
    submit(one, claim(one)[0], 2)
    submit(two, claim(two)[0], 3)
    settle(campaign)
    entry = LedgerEntry.objects.get(campaign=campaign, kind="pair_verdict")
    payload = json.loads(entry.payload)
    assert (payload["rule"], payload["protocol"], payload["relevance"], payload["kept"]) == ("R3", 1, 3, [2, 3])
    assert {tuple(score) for score in payload["scores"]} == {(1, one.pseudonym, 2), (1, two.pseudonym, 3)}
    assert one.user.username not in entry.payload


def test_a_batch_settles_under_the_protocol_of_its_opening() -> None:
    campaign, (one, two) = opened_campaign(pairs=1)
    set_protocol(campaign=campaign, protocol=Protocol(tolerance=4), now=NOW, actor="test")
    submit(one, claim(one)[0], 0)
    submit(two, claim(two)[0], 4)
    assert settle(campaign).escalated == 1


def test_a_decided_batch_waits_for_the_lead_with_a_suggestion() -> None:
    campaign, members = opened_campaign(pairs=40)
    score_all(members, 3)
    assert settle(campaign).reviewed == 1
    review = BatchReview.objects.get(campaign=campaign)
    assert (review.decision, review.advice, review.value) == (Decision.PENDING, "extend", 3.0)
    assert Batch.objects.count() == 1


def test_a_campaign_that_follows_suggestions_extends_and_closes_by_itself() -> None:
    campaign, members = opened_campaign(pairs=40, follow_suggestions=True)
    score_all(members, 3)
    settle(campaign)
    assert list(Batch.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    late = NOW + timedelta(seconds=100)
    assert score_all(members, 1, now=late) == 40
    settle(campaign, now=late)
    reviews = BatchReview.objects.order_by("batch__number").values_list("decision", "advice", "actor")
    assert list(reviews) == [("extend", "extend", "rule"), ("close", "close", "rule")]
    assert no_breaches(campaign)


def test_the_same_two_keep_the_query_in_the_second_batch() -> None:
    campaign, members = opened_campaign(people=4, queries=2, pairs=40, follow_suggestions=True)
    score_all(members, 3)
    settle(campaign)
    for query in campaign.queries.all():
        by_batch = [
            set(Seat.objects.filter(pair__query=query, pair__batch__number=number).values_list("annotator", flat=True))
            for number in (1, 2)
        ]
        assert by_batch[0] == by_batch[1]
        assert len(by_batch[0]) == 2


def test_a_batch_that_cannot_be_extended_is_closed_by_the_rule() -> None:
    campaign, members = opened_campaign(pairs=20)
    score_all(members, 4)
    settle(campaign)
    review = BatchReview.objects.get(campaign=campaign)
    assert (review.decision, review.advice, review.note) == (Decision.CLOSE, "extend", "no further batch")


def test_a_pair_for_which_nobody_is_left_reaches_the_lead() -> None:
    campaign, (one, two, three) = opened_campaign(people=3, pairs=1)
    submit(one, claim(one)[0], 0)
    submit(two, claim(two)[0], 4)
    settle(campaign)
    assert list(stuck_pairs(campaign)) == []
    late = NOW + timedelta(seconds=70)
    submit(three, claim(three, now=late)[0], 1, now=late)
    settle(campaign, now=late)
    assert [pair.number for pair in stuck_pairs(campaign)] == [1]
    make_member(campaign)
    assert list(stuck_pairs(campaign)) == []
    assert VerdictKind.AGREED not in Verdict.objects.values_list("kind", flat=True)
