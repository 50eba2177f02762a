"""Synthetic authors, markers, third annotators and a lead in the database."""

from __future__ import annotations

import io
import json
from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotator.models import MarkedAnswer, Seat, SeatState, Viewing
from consensus.opening.services import open_campaign
from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.services.marked_accuracy import accuracy_of_authors, accuracy_of_truths
from consensus.simulation.services.marked_world import drawn_world
from consensus.simulation.services.marking_driver import MarkingSimulation, PlayedMarking
from consensus.simulation.services.people import synthetic_annotators
from consensus.verify.selectors.invariants import breaches
from moments.models import Campaign
from tests.factories import NOW, make_campaign, make_member
from tests.marking import asked, make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
EXACT = MarkingPerson(0, miss=0, split=0, extra=0, wrong=0)
CARELESS = MarkingPerson(2500, miss=0.5)


def campaign_of(*minutes: float) -> Campaign:
    """An open campaign with videos that last so long."""
    campaign, _ = marking_campaign("camp", people=0, videos=0, opened=False)
    for number, length in enumerate(minutes, 1):
        make_whole_video(campaign, f"video-{number}", duration_s=60 * length)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    return campaign


def played(
    campaign: Campaign, person: MarkingPerson, *, questions: int, until: float | None = None, people: int = 6
) -> PlayedMarking:
    """One run, which ends at NOW."""
    simulation = MarkingSimulation(
        campaign=campaign,
        people=synthetic_annotators(campaign=campaign, count=people, now=NOW),
        world=drawn_world(campaign, questions=questions),
        person=person,
        seed=1,
        until=until,
        now=NOW,
    )
    return simulation.play(lambda decided: None)


def simulated(*more: str) -> dict[str, object]:
    out = io.StringIO()
    call_command("simulate_annotators", "camp", "--annotators", "6", "--seed", "1", *more, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_people_without_errors_find_exactly_what_is_true():
    campaign = campaign_of(2, 6)
    done = played(campaign, EXACT, questions=8)
    assert (done.written, done.decided, done.hours.third, done.hours.lead) == (8, 8, 0, 0)
    found = accuracy_of_truths(campaign, drawn_world(campaign, questions=8))
    assert (found.recall, found.precision, found.edge_p90_s, found.mean_iou) == (1, 1, 0, 1)
    watched = Viewing.objects.values_list("share__number", "watched", "share__batch__video__duration_s")
    assert Counter(number for number, _, _ in watched) == {1: 2, 2: 2}
    assert all(stretches == [[0, round(1000 * seconds)]] for _, stretches, seconds in watched)
    assert done.ended_at <= NOW


def test_careless_people_keep_third_persons_authors_and_the_lead_busy_and_break_no_rule():
    campaign = campaign_of(3, 5)
    done = played(campaign, CARELESS, questions=12)
    assert (done.written, done.decided) == (12, 12)
    assert done.hours.third > 0
    assert campaign.asks.filter(returns__gt=0).exists()
    assert MarkedAnswer.objects.filter(kind="pieces").exists()
    assert list(breaches(campaign, now=NOW, sweep_s=30)) == []
    world = drawn_world(campaign, questions=12)
    assert accuracy_of_truths(campaign, world).recall > accuracy_of_authors(campaign, world).recall - 0.1


def test_a_part_leaves_work_that_a_second_run_ends():
    campaign = campaign_of(2, 3, 4)
    part = played(campaign, EXACT, questions=12, until=0.3)
    assert 0.3 * 12 <= part.decided < 12
    assert not Seat.objects.filter(state__in=[SeatState.HELD, SeatState.RESERVED]).exists()
    rest = played(campaign, EXACT, questions=12)
    assert (part.written + rest.written, rest.decided) == (12, 12)
    assert len(set(campaign.asks.values_list("video", "text"))) == 12


def test_the_command_reports_counts_hours_and_accuracy():
    campaign = campaign_of(2, 3)
    figures = simulated("--questions", "6")
    assert (figures["questions"], figures["written"], figures["accepted"], figures["draft"]) == (6, 6, 6, 0)
    assert figures["authors_mean_iou"] < 1
    assert {"recall", "edge_median_s", "third_share", "author_hours"} <= set(figures)
    assert list(breaches(campaign, now=timezone.now(), sweep_s=30)) == []


def test_a_campaign_without_a_number_gets_45_questions_an_hour_and_one_a_video():
    campaign = campaign_of(60, 20, 0.1)
    world = drawn_world(campaign)
    assert world.size == 60
    assert min(map(len, world.questions.values())) >= 1
    further = drawn_world(campaign, questions=80)
    assert set(world.by_text.items()) < set(further.by_text.items())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--questions", "0"], "--questions: expected at least 1, in a marking campaign, without --exam"),
        (["--questions", "9", "--exam"], "--questions: expected at least 1, in a marking campaign, without --exam"),
        (["--exam"], "campaign '.*' has no open exam; run draw_exam and open the exam first"),
    ],
)
def test_what_cannot_be_simulated_is_refused(arguments: list[str], reason: str):
    campaign_of(2)
    with pytest.raises(CommandError, match=f"^{reason}$"):
        simulated(*arguments)


def test_questions_are_counted_only_where_people_mark():
    make_campaign("camp")
    with pytest.raises(CommandError, match="^--questions: expected at least 1, in a marking campaign, without --exam$"):
        simulated("--questions", "5")


def test_a_campaign_without_videos_and_one_with_questions_of_people_are_refused():
    campaign = make_campaign("camp", marking=marking_campaign("other")[0].protocols.get().marking.protocol)
    with pytest.raises(CommandError, match="has no video that can be shown; run import_videos and cut_clips$"):
        simulated()
    make_whole_video(campaign, "video-1")
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    asked(make_member(campaign))
    with pytest.raises(CommandError, match="^question 1 is not of this simulation; "):
        simulated()
    assert campaign.asks.count() == 1
