"""Pilots: who gets which pairs, what they bar, and what never becomes of their scores."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from annotator.checks.services.golds import set_gold
from annotator.exam.selectors.pairs import usable_pairs
from annotator.models import Pilot, Purpose, Seat, Standing
from annotator.pilots.services import PilotPlan, make_pilot, stop_pilot
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.labels.selectors.labels import grades, labels
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.queries.services.editing import edit_query
from consensus.report.selectors.counts import report_counts
from consensus.rules.ruling import PEOPLE_A_PAIR
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import LedgerEntry, Query
from moments.protocol import Protocol
from tests.factories import NOW, claim, make_campaign, make_member, make_query, open_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db


def scene(people=2, exam=2, labelled=1):
    """Queries of three pairs, of the exam split and of val; the latter are open. Qualified people."""
    campaign = make_campaign(protocol=Protocol(batch_size=3, window=1))
    for split, count in (("exam", exam), ("val", labelled)):
        for _ in range(count):
            make_query(campaign, pairs=3, split=split)
    members = [make_member(campaign) for _ in range(people)]
    if labelled:
        open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    return campaign, members


def pilot_of(campaign, *people, **fields):
    plan = {"count": 2, "top": 2, **fields}
    plan = PilotPlan(people=[person.pseudonym for person in people], **plan)
    return make_pilot(campaign=campaign, plan=plan, needed=PEOPLE_A_PAIR, now=NOW, actor="L1")


def test_everybody_who_is_qualified_gets_the_same_pairs():
    campaign, members = scene(people=3)
    make_member(campaign, standing=Standing.TRAINING)
    made = pilot_of(campaign)
    assert (made.queries, made.people, made.pairs, made.seats, made.met) == (2, 3, 4, 12, 0)
    for member in members:
        seats = Seat.objects.filter(annotator=member, purpose=Purpose.PILOT).order_by("position")
        assert sorted(seats.values_list("pair__query__split", "pair__rank")) == [("exam", 1)] * 2 + [("exam", 2)] * 2
    assert set(made.pilot.people.all()) == set(members)


def test_only_the_people_named_get_it_and_the_pairs_are_ordinary_to_their_program():
    campaign, (one, two, three) = scene(people=3, labelled=0)
    pilot_of(campaign, one, two)
    assert len(claim(one, 9)) == 4
    assert claim(three, 9) == []
    assert submit(one, Seat.objects.filter(annotator=one).first(), 3).status == "saved"


def test_queries_are_drawn_by_seed_or_chosen():
    campaign, _ = scene(exam=9, labelled=0)
    numbers = []
    for seed in (1, 2):
        members = [make_member(campaign) for _ in range(2)]
        made = pilot_of(campaign, *members, count=3, seed=seed)
        numbers.append(set(made.pilot.pairs.values_list("pair__query__query_id", flat=True)))
    assert numbers[0] != numbers[1]
    again = pilot_of(campaign, make_member(campaign), make_member(campaign), count=3, seed=1)
    assert set(again.pilot.pairs.values_list("pair__query__query_id", flat=True)) == numbers[0]
    query = campaign.queries.last()
    made = pilot_of(campaign, make_member(campaign), make_member(campaign), query_ids=[query.query_id], top=3)
    assert (made.queries, made.pairs) == (1, 3)


def test_scores_of_a_pilot_settle_nothing_and_are_in_no_label_or_count():
    campaign, members = scene(people=6)
    query = campaign.queries.get(split="val")
    made = pilot_of(campaign, *members[:2], query_ids=[query.query_id], top=3)
    score_all(members[:2], 4)
    settle(campaign)
    assert Seat.objects.filter(pilot=made.pilot, state="scored").count() == 6
    assert not current_verdicts().filter(pair__campaign=campaign).exists()
    score_all(members[2:4], 1)
    settle(campaign, after_s=400)
    assert [label.relevance for label in labels(campaign)] == [1, 1, 1]
    assert {grade.relevance for grade in grades(campaign)} == {1}
    assert report_counts(campaign).ranges == {(1, 1): 3}
    assert list(breaches(campaign, now=NOW, sweep_s=60)) == []


def test_who_met_a_pair_in_a_pilot_gets_no_campaign_seat_on_it_and_the_other_way_round():
    campaign, members = scene(people=6)
    one, two, three = members[:3]
    query = campaign.queries.get(split="val")
    claim(three, 1)
    made = pilot_of(campaign, one, two, query_ids=[query.query_id], top=3)
    assert {seat.purpose for seat in claim(one, 9)} == {Purpose.PILOT}
    pair = query.pairs.get(rank=1)
    with pytest.raises(IntegrityError, match="in a pilot cannot hold a campaign seat"), transaction.atomic():
        Seat.objects.filter(pair=pair, purpose=Purpose.CAMPAIGN).update(annotator=one, state="reserved")
    fields = {"campaign": campaign, "round": 1, "number": 1, "state": "reserved", "annotator": three}
    with pytest.raises(IntegrityError, match="cannot hold a pilot seat"), transaction.atomic():
        Seat.objects.create(pair=pair, pilot=made.pilot, purpose="pilot", **fields)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(pair=query.pairs.get(rank=2), purpose="pilot", **{**fields, "annotator": members[4]})


def test_pairs_that_are_known_elsewhere_are_left_out_and_the_exam_takes_none_of_a_pilot():
    campaign, members = scene()
    gold = campaign.pairs.filter(query__split="exam", rank=1).first()
    set_gold(pair=gold, relevance=3, now=NOW, actor="L1")
    made = pilot_of(campaign, *members)
    assert (made.pairs, made.pilot.pairs.filter(pair=gold).exists()) == (3, False)
    assert not usable_pairs(campaign).filter(pilot_pairs__isnull=False).exists()
    with pytest.raises(BadInput, match="queries: nobody would get a pair"):
        pilot_of(campaign, *members)


def test_enough_people_must_be_left_for_queries_that_are_labelled():
    campaign, members = scene(people=5)
    query = campaign.queries.get(split="val")
    with pytest.raises(BadInput, match="people: 3 people would be left to score query"):
        pilot_of(campaign, *members[:2], query_ids=[query.query_id])
    assert not Pilot.objects.exists()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"count": 3}, "count: the split exam has only 2 queries"),
        ({"count": 0}, "count: expected 1 to 100, got 0"),
        ({"top": 41}, "top: expected 1 to 40, got 41"),
        ({"split": "train"}, "split: expected one of"),
        ({"seed": 2**63}, "seed: expected a 64-bit"),
        ({"query_ids": [987]}, "queries: there is no query 987, or it is retired"),
    ],
)
def test_a_plan_that_cannot_be_changes_nothing(fields, message):
    campaign, members = scene()
    with pytest.raises(BadInput, match=message):
        pilot_of(campaign, *members, **fields)
    assert not Pilot.objects.exists()


def test_people_must_be_qualified_and_two_at_least():
    campaign, (one, _) = scene()
    with pytest.raises(BadInput, match="is not a qualified annotator"):
        pilot_of(campaign, one, make_member(campaign, standing=Standing.TRAINING))
    with pytest.raises(BadInput, match="needs at least two"):
        pilot_of(campaign, one)


def test_a_stopped_pilot_asks_nothing_more_and_keeps_its_scores():
    campaign, (one, two) = scene(labelled=0)
    pilot = pilot_of(campaign, one, two).pilot
    seat, late = claim(one, 2)
    submit(one, seat, 1)
    assert stop_pilot(pilot=pilot, now=NOW, actor="L1") == 7
    assert submit(one, late, 1).code == "reassigned"
    with pytest.raises(BadInput, match="pilot 1 is already stopped"):
        stop_pilot(pilot=pilot, now=NOW, actor="L1")
    assert list(LedgerEntry.objects.filter(kind__startswith="pilot").values_list("kind", flat=True)) == [
        "pilot_made",
        "pilot_stopped",
    ]


def test_a_withdrawn_pair_and_an_edited_query_leave_the_queues():
    campaign, members = scene(people=6, labelled=0)
    for _ in range(2):
        make_query(campaign, pairs=3, split="test")
    pilot_of(campaign, *members[:2], split="test")
    pair = campaign.pairs.filter(pilot_pairs__isnull=False).first()
    assert withdraw_pair(pair=pair, actor="L1", reason="broken", now=NOW) is None
    assert not Seat.objects.filter(pair=pair, state="reserved").exists()
    other = Query.objects.filter(split="test").exclude(pk=pair.query_id).get()
    edit_query(query=other, text="quite another text", actor="L1", reason="typo", now=NOW)
    assert not Seat.objects.filter(purpose="pilot", state="reserved", pair__query=other).exists()


def test_the_command_names_people_by_worker_id(capsys):
    campaign, (one, two) = scene()
    names = [one.user.username, two.pseudonym]
    call_command("make_pilot", "films", "--count", "1", "--top", "3", "--people", *names, "--json")
    assert json.loads(capsys.readouterr().out) == {
        "pilot": 1, "queries": 1, "people": 2, "pairs": 3, "seats": 6, "met_before": 0, "missing_clips": 0,
    }  # fmt: skip
    with pytest.raises(CommandError, match="count: the split val has only 1 query"):
        call_command("make_pilot", "films", "--split", "val")
