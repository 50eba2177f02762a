import json

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from annotator.models import Purpose, Seat, Standing, Study, StudyPair
from annotator.studies.services import StudyPlan, make_study, stop_study
from consensus.labels.selectors.labels import candidates, grades, labels
from consensus.opening.services import can_extend
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.queries.services.editing import edit_query
from consensus.studies.selectors import studied_figures
from consensus.verify.selectors.invariants import breaches
from consensus.what_if.selectors import past_batches
from console.campaign.selectors.stages import stages
from moments.base.errors import BadInput
from moments.encoders import encoder_named
from moments.models import LedgerEntry
from moments.protocol import Protocol
from moments.ranking.services.ranking import rank_candidates
from tests.factories import (
    NOW,
    claim,
    make_campaign,
    make_member,
    make_moments,
    make_query,
    open_campaign,
    score_all,
    settle,
    submit,
)

pytestmark = pytest.mark.django_db


def scene(people=2, moments=12, top=4):
    """Two queries of one corpus, ranked to rank `top` in batches of two, opened; its qualified people."""
    campaign = make_campaign(protocol=Protocol(batch_size=2, window=1))
    make_moments(campaign, moments)
    for number in (3, 7):
        query = make_query(campaign, pairs=0, text=f"somebody {number} walks")
        query.own_moment = campaign.moments.order_by("desc_id")[number]
        query.save()
    rank_candidates(campaign=campaign, encoder=encoder_named("lexical"), name="lexical", top=top, now=NOW)
    members = [make_member(campaign) for _ in range(people)]
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    return campaign, members


def study_of(campaign, *people, **fields):
    plan = {"queries": 2, "top": 6, "others": 3, "seed": 5, **fields}
    plan = StudyPlan(people=[person.pseudonym for person in people], **plan)
    return make_study(campaign=campaign, plan=plan, encoder=encoder_named("lexical"), now=NOW, actor="L1")


def test_it_makes_the_missing_pairs_at_their_true_place_and_leaves_the_candidates():
    campaign, _ = scene()
    before = list(campaign.pairs.order_by("number").values_list("number", "rank"))
    made = study_of(campaign, make_member(campaign))
    assert (made.pairs, made.new, made.seats, made.met, made.missing_clips) == (18, 10, 18, 0, 0)
    assert list(campaign.pairs.filter(study_only=False).order_by("number").values_list("number", "rank")) == before
    for query in campaign.queries.all():
        rows = list(
            StudyPair.objects.filter(pair__query=query).order_by("pair__rank").values_list("drawn", "pair__rank")
        )
        assert rows[:6] == [("top", rank) for rank in range(1, 7)]
        assert {drawn for drawn, _ in rows[6:]} == {"other"}
        assert all(6 < rank <= 12 for _, rank in rows[6:])


def test_the_same_seed_draws_the_same_pairs_and_another_others():
    campaign, _ = scene(moments=40)
    drawn = []
    for seed in (5, 5, 6):
        study = study_of(campaign, make_member(campaign), seed=seed).study
        drawn.append(list(study.pairs.order_by("pair__number").values_list("pair__moment", flat=True)))
    assert sorted(drawn[0]) == sorted(drawn[1]) != sorted(drawn[2])


def test_its_seats_come_like_others_and_its_scores_settle_and_export_nothing():
    campaign, members = scene()
    scorer = make_member(campaign)
    study_of(campaign, scorer)
    score_all([scorer], 4)
    assert Seat.objects.filter(annotator=scorer, purpose=Purpose.STUDY, state="scored").count() == 18
    settle(campaign)
    assert (list(labels(campaign)), list(grades(campaign))) == ([], [])
    score_all(members, 2)
    settle(campaign)
    assert [label.relevance for label in labels(campaign)] == [2] * 4
    assert len(list(grades(campaign))) == 8
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []
    ((number, figures),) = studied_figures(campaign)
    assert (number, figures.scored, figures.strata[0].mean) == (1, 18, 4.0)


def test_pairs_of_a_study_are_no_candidates():
    campaign, members = scene()
    before, listed = stages(campaign), len(list(candidates(campaign)))
    spare = [batch.spare for batch in past_batches(campaign)]
    study_of(campaign, make_member(campaign))
    assert stages(campaign) == before
    assert len(list(candidates(campaign))) == listed == 8
    assert [batch.spare for batch in past_batches(campaign)] == spare
    deep, _ = scene_without_second_batch()
    assert not can_extend(deep.batches.first())


def scene_without_second_batch():
    campaign = make_campaign("short", protocol=Protocol(batch_size=2, window=1))
    make_moments(campaign, 9)
    query = make_query(campaign, pairs=0, text="somebody walks")
    query.own_moment = campaign.moments.first()
    query.save()
    rank_candidates(campaign=campaign, encoder=encoder_named("lexical"), name="lexical", top=2, now=NOW)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    member = make_member(campaign)
    study_of(campaign, member, queries=1, top=4, others=2)
    return campaign, member


def test_who_sits_on_a_pair_is_left_out_both_ways():
    campaign, (one, two) = scene()
    claim(one, 2)  # the first batch of one query: two pairs
    made = study_of(campaign, one)
    assert (made.seats, made.met) == (16, 2)
    score_all([one], 3)
    assert Seat.objects.filter(annotator=one, purpose=Purpose.CAMPAIGN).count() == 2
    assert claim(one, 5) == []  # the other batch's pairs were met in the study
    pair = Seat.objects.filter(annotator=one, purpose=Purpose.STUDY, pair__batch__isnull=False).first().pair
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pair=pair, purpose=Purpose.CAMPAIGN).update(annotator=one, state="reserved")
    claim(two, 4)
    met = Seat.objects.filter(annotator=two, purpose=Purpose.CAMPAIGN, pair__seats__purpose="study").first().pair
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pair=met, purpose=Purpose.STUDY).update(annotator=two)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(
            campaign=campaign,
            pair=met,
            study=made.study,
            purpose="study",
            round=1,
            number=1,
            state="reserved",
            annotator=two,
        )


def test_a_stopped_study_asks_nothing_more_and_keeps_its_scores():
    campaign, _ = scene()
    scorer = make_member(campaign)
    study = study_of(campaign, scorer).study
    (seat, late) = claim(scorer, 2)
    submit(scorer, seat, 1)
    assert stop_study(study=study, now=NOW, actor="L1") == 17
    assert submit(scorer, late, 1).code == "reassigned"
    assert studied_figures(campaign)[0][1].scored == 1
    with pytest.raises(BadInput, match="study 1 is already stopped"):
        stop_study(study=study, now=NOW, actor="L1")
    assert list(LedgerEntry.objects.filter(kind__startswith="study").values_list("kind", flat=True)) == [
        "study_made",
        "study_stopped",
    ]


def test_a_reported_pair_of_a_study_is_dropped_from_it():
    campaign, _ = scene()
    scorer = make_member(campaign)
    study_of(campaign, scorer)
    pair = campaign.pairs.filter(study_only=True).first()
    assert withdraw_pair(pair=pair, actor="L1", reason="broken", now=NOW) is None
    assert not Seat.objects.filter(pair=pair, state="reserved").exists()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"queries": 3}, "queries: expected at most the 2 open ones, got 3"),
        ({"queries": 0}, "queries: expected 1 to 100"),
        ({"top": 12}, "the corpus has 12 moments"),
        ({"others": 501}, "others: expected 1 to 500"),
        ({"seed": 2**63}, "seed: expected"),
    ],
)
def test_a_plan_that_cannot_be_changes_nothing(fields, message):
    campaign, _ = scene()
    with pytest.raises(BadInput, match=message):
        study_of(campaign, make_member(campaign), **fields)
    assert not Study.objects.exists()
    assert not campaign.pairs.filter(study_only=True).exists()


def test_people_must_be_qualified():
    campaign, _ = scene()
    with pytest.raises(BadInput, match="is not a qualified annotator"):
        study_of(campaign, make_member(campaign, standing=Standing.TRAINING))
    with pytest.raises(BadInput, match="people: expected 1 to 20 names"):
        study_of(campaign)


def test_the_command_names_people_by_worker_id(capsys):
    campaign, _ = scene()
    scorer = make_member(campaign)
    plan = ["--queries", "1", "--top", "5", "--others", "2", "--seed", "1", "--json"]
    call_command("make_study", "films", "--people", scorer.user.username, *plan)
    summary = json.loads(capsys.readouterr().out)
    assert summary == {"study": 1, "pairs": 7, "no_candidates": 3, "seats": 7, "met_before": 0, "missing_clips": 0}


def test_editing_the_query_leaves_no_seat_of_the_old_text():
    campaign, _ = scene()
    scorer = make_member(campaign)
    study_of(campaign, scorer)
    query = campaign.queries.first()
    edit_query(query=query, text="quite another text", actor="L1", reason="typo", now=NOW)
    assert not Seat.objects.filter(purpose="study", pair__query=query, state="reserved").exists()
