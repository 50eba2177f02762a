"""Synthetic judges, writers and checkers of twins in the database."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from consensus.models import TwinOutcome, TwinTruth, VerdictKind
from consensus.simulation.services.people import synthetic_annotators
from consensus.simulation.services.twin_accuracy import figures_of_twins
from consensus.simulation.services.twin_acts import TwinPeople
from consensus.simulation.services.twin_driver import PlayedTwins, TwinSimulation
from consensus.simulation.services.twin_world import twin_world
from consensus.simulation.twins.movements import true_judgement
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.twins.judging import outcome_of
from moments.models import Campaign
from tests.factories import NOW
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PERFECT = TwinPeople(TwinJudge(0, 0, 0, 0), TwinWriter(0), TwinChecker(1, 1))


def played(campaign: Campaign, errs: TwinPeople, *, until: float | None = None) -> PlayedTwins:
    people = synthetic_annotators(campaign=campaign, count=8, now=NOW)
    simulation = TwinSimulation(campaign=campaign, people=people, seed=1, until=until, now=NOW, errs=errs)
    return simulation.play(lambda finished: None)


def test_perfect_people_finish_every_clip_and_find_what_is_true() -> None:
    campaign, _ = twin_campaign(people=0, twins=30)
    world = twin_world(campaign)
    ended = played(campaign, PERFECT)
    outcomes = dict(TwinTruth.objects.values_list("verdict__pair__moment", "outcome"))
    assert outcomes == {moment: outcome_of(true_judgement(scenes)).value for moment, scenes in world.items()}
    twins = sum(outcome == TwinOutcome.TWINS for outcome in outcomes.values())
    figures = figures_of_twins(campaign, world, ended)
    assert (ended.finished, figures["right_outcomes"], figures["judgements"]) == (30, 30, 60)
    assert (figures["accepted_captions"], figures["accepted_silent"]) == (2 * twins, 0)
    assert (figures["returned_captions"], figures["for_lead"]) == (0, 0)


ERRING = TwinPeople(TwinJudge(0.1, 0.2, 0.1), TwinWriter(0.5), TwinChecker(0.9, 0.5))


def test_what_people_who_err_leave_open_is_decided_by_the_lead() -> None:
    campaign, _ = twin_campaign(people=0, twins=40)
    ended = played(campaign, ERRING)
    figures = figures_of_twins(campaign, twin_world(campaign), ended)
    assert figures["returned_captions"] > 0
    assert figures["decided_by_lead"] > 0
    assert (ended.finished, figures["for_lead"]) == (40, 0)
    adjudicated = TwinTruth.objects.filter(verdict__kind=VerdictKind.ADJUDICATED)
    world = twin_world(campaign)
    decided = dict(adjudicated.values_list("verdict__pair__moment", "outcome"))
    assert decided == {moment: outcome_of(true_judgement(world[moment])).value for moment in decided}
    call_command("verify_campaign", campaign.slug)  # exits with an error if there is a breach


def test_a_share_of_the_clips_is_played_without_a_lead() -> None:
    campaign, _ = twin_campaign(people=0, twins=40)
    ended = played(campaign, ERRING, until=0.95)
    figures = figures_of_twins(campaign, twin_world(campaign), ended)
    assert (figures["decided_by_lead"], figures["for_lead"] > 0, 0 < ended.finished < 40) == (0, True, True)
    call_command("verify_campaign", campaign.slug)


def test_a_run_stops_at_its_share_and_another_one_goes_on() -> None:
    campaign, _ = twin_campaign(people=0, twins=30)
    first = played(campaign, PERFECT, until=0.2)
    assert 6 <= first.finished < 30
    assert played(campaign, PERFECT).finished == 30


def test_the_command_reports_what_came_of_it() -> None:
    twin_campaign("arrow", people=0, twins=10)
    out = io.StringIO()
    call_command("simulate_annotators", "arrow", "--annotators", "6", "--seed", "1", "--json", stdout=out)
    figures = json.loads(out.getvalue())
    assert (figures["clips"], figures["twins"] + figures["single"] + figures["dropped"] <= 10) == (10, True)


def test_an_exam_of_twins_is_not_simulated() -> None:
    twin_campaign("arrow", people=0, twins=1)
    with pytest.raises(CommandError, match="people take the exam themselves. Leave --exam out"):
        call_command("simulate_annotators", "arrow", "--annotators", "6", "--seed", "1", "--exam")
