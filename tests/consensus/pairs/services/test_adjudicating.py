import json
from datetime import timedelta

import pytest

from annotator.people.selectors.access import Lead
from consensus.agreement.selectors.campaign import agreement_page
from consensus.labels.selectors.labels import labels, raw_scores, unjudged
from consensus.models import BatchReview, Verdict
from consensus.pairs.services.adjudicating import adjudicate_pair, withdraw_adjudication
from consensus.pairs.services.reopening import reopen_pair
from consensus.people.services.voiding import void_person
from consensus.report.selectors.counts import report_counts
from consensus.review.services.reviewing import suggestion_for
from consensus.verify.selectors.invariants import breaches
from consensus.what_if.replay import DISCARDED
from consensus.what_if.selectors import past_batches
from console.campaign.selectors.stages import stages
from moments.base.errors import BadInput
from moments.models import Campaign, LedgerEntry
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.consensus.export.scenes import export, labels_in
from tests.factories import NOW, make_member, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


@built_once
def three_pairs() -> Campaign:
    """Of three pairs the second is discarded: 0, 4, then 0, 4; the others agree on 3."""
    campaign, members = opened_campaign(people=4, pairs=3, protocol=Protocol(batch_size=3, window=3))
    given: dict[int, int] = {}

    def score(pair, member):
        given[pair.rank] = given.get(pair.rank, 0) + 1
        return 3 if pair.rank != 2 else (0, 4, 0, 4)[given[2] - 1]

    score_all(members, score)
    settle(campaign)
    score_all(members, score)
    settle(campaign, after_s=122)
    return campaign


@pytest.fixture
def campaign():
    return three_pairs()


def pair_of(campaign, rank=2):
    return campaign.pairs.select_related("campaign", "query", "batch__protocol").get(rank=rank)


def adjudicate(campaign, rank=2, **fields):
    return adjudicate_pair(
        pair=pair_of(campaign, rank), **{"relevance": 4, "actor": "L1", "reason": "clear to me", "now": LATER, **fields}
    )


def take_back(campaign, **fields):
    return withdraw_adjudication(
        pair=pair_of(campaign), **{"actor": "L2", "reason": "too bold", "now": LATER, **fields}
    )


def standing(campaign):
    verdict = Verdict.objects.get(pair=pair_of(campaign), superseded=False)
    return verdict.kind, verdict.relevance, verdict.actor


def broken(campaign):
    return list(breaches(campaign, now=LATER, sweep_s=5))


def test_it_stands_beside_the_labels_and_never_among_them(campaign, tmp_path):
    before = list(raw_scores(campaign))
    adjudicate(campaign)
    assert standing(campaign) == ("adjudicated", 4, "L1")
    assert [label.relevance for label in labels(campaign)] == [3, 3]
    assert [(row.outcome, row.reason[:16]) for row in unjudged(campaign)] == [("discarded", "two scores left ")]
    assert list(raw_scores(campaign)) == before
    done = export(campaign, tmp_path / "out")
    (given,) = json.loads((done.folder / "adjudicated.json").read_text())
    assert list(given) == [*labels_in(done.folder)[0], "actor", "reason"]
    assert (given["pair_id"], given["relevance"], given["actor"], given["reason"]) == (2, 4, "L1", "clear to me")
    assert done.rows["adjudicated.json"] == 1
    assert "Leads gave 1 of the discarded pairs a relevance" in (done.folder / "README.md").read_text()
    assert broken(campaign) == []


def test_the_rule_of_depth_goes_on_seeing_a_discarded_pair(campaign):
    batch = pair_of(campaign).batch
    before = suggestion_for(batch)
    adjudicate(campaign, relevance=0)
    assert suggestion_for(batch) == before
    assert not BatchReview.objects.filter(superseded=True).exists()


def test_statistics_count_it_apart(campaign):
    adjudicate(campaign)
    counted = stages(campaign)
    assert (counted.agreed, counted.discarded, counted.adjudicated, counted.decided) == (2, 0, 1, 3)
    assert report_counts(campaign).ended == {"agreed": 2, "adjudicated": 1}
    assert [pair.end for pair in past_batches(campaign)[0].pairs] == [3, DISCARDED, 3]
    page = agreement_page(Lead(campaign, "L1"), which="all", by="pairs")
    assert sum(query.discarded for query in page.figures.disputed) == 1


def test_it_can_be_taken_back(campaign):
    adjudicate(campaign)
    take_back(campaign)
    assert standing(campaign) == ("discarded", None, "rule")
    kinds = LedgerEntry.objects.filter(pair_number=2, actor__startswith="L").order_by("number")
    assert list(kinds.values_list("kind", "actor")) == [("pair_adjudicated", "L1"), ("adjudication_withdrawn", "L2")]
    adjudicate(campaign, relevance=1)
    assert standing(campaign) == ("adjudicated", 1, "L1")
    assert broken(campaign) == []


def test_the_second_lead_is_told_what_happened(campaign):
    adjudicate(campaign)
    with pytest.raises(BadInput, match="pair 2 is already adjudicated: 4 by L1"):
        adjudicate(campaign, actor="L2", relevance=0)
    take_back(campaign)
    with pytest.raises(BadInput, match="it no longer has an adjudication"):
        take_back(campaign)
    assert standing(campaign) == ("discarded", None, "rule")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rank": 1}, "pair 1 is agreed"),
        ({"reason": ""}, "give a reason"),
        ({"relevance": 5}, "relevance: expected 0 to 4"),
        ({"seen": 10**9}, "has been decided again"),
    ],
)
def test_refusals_change_nothing(campaign, fields, message):
    with pytest.raises(BadInput, match=message):
        adjudicate(campaign, **fields)
    assert not Verdict.objects.filter(kind="adjudicated").exists()


def test_a_reopened_pair_is_not_adjudicated(campaign):
    reopen_pair(pair=pair_of(campaign), actor="L2", reason="again", now=LATER)
    with pytest.raises(BadInput, match="not decided: it is being scored, attempt 2"):
        adjudicate(campaign)


def test_who_scored_the_pair_leaves_it_to_another(campaign):
    scorer = campaign.seats.filter(pair=pair_of(campaign)).first().annotator.pseudonym
    with pytest.raises(BadInput, match="you scored it yourself"):
        adjudicate(campaign, actor=scorer)


def test_reopening_and_voiding_end_an_adjudication(campaign):
    adjudicate(campaign)
    member = campaign.seats.filter(pair=pair_of(campaign), round=2).first().annotator
    make_member(campaign)
    void_person(member=member, now=LATER, actor="L2", reason="careless")
    assert not Verdict.objects.filter(pair__number=2, superseded=False).exists()
    score_all(list(campaign.members.filter(role="annotator").exclude(pk=member.pk)), 4, now=LATER)
    settle(campaign, now=LATER)
    assert standing(campaign)[0] == "agreed"
    assert broken(campaign) == []
    reopen_pair(pair=pair_of(campaign), actor="L2", reason="again", now=LATER)
    assert not Verdict.objects.filter(pair__number=2, superseded=False).exists()


def test_an_adjudication_without_its_entry_is_a_breach(campaign):
    adjudicate(campaign)
    Verdict.objects.filter(kind="adjudicated").update(actor="L9")
    assert broken(campaign) == ["I8: the adjudication of pair 2 is in no ledger entry"]
