"""Synthetic people in the exam of the database."""

import json

import pytest
from django.core.management import CommandError, call_command

from annotator.models import Score, Sitting
from annotator.selectors.exam_report import exam_report
from annotator.statistics.bootstrap import Resampling
from tests.consensus.views.exam_scenes import drafted, exam_campaign, opened
from tests.factories import make_tutorial

pytestmark = pytest.mark.django_db


def simulated(capsys, *more: str, annotators: int = 5) -> dict[str, int]:
    call_command("simulate_annotators", "camp", "--annotators", str(annotators), "--seed", "3", "--exam", *more)
    return json.loads(capsys.readouterr().out)


def test_a_cohort_answers_waits_is_frozen_answers_again_and_passes(capsys):
    campaign = exam_campaign(queries=2, pairs=5)
    make_tutorial(campaign)
    exam = opened(campaign, queries=2, depth=5, takers_to_freeze=5)
    figures = simulated(capsys, "--json")
    again = Score.objects.filter(seat__attempt__gt=1).count()
    assert again > 0
    assert (figures["scores"], figures["expected"], figures["waiting"]) == (50 + again, 100, 0)
    assert figures["passed"] + figures["failed"] == 5
    assert campaign.members.filter(standing="qualified").count() == figures["passed"] >= 3
    exam.refresh_from_db()
    assert exam.state == "frozen"
    cohort = exam_report(exam, resampling=Resampling(0)).cohort
    assert 0 < cohort.misalignment.value < 0.4
    assert cohort.final.with_truth.quadratic.value > cohort.first.with_truth.quadratic.value


def test_too_few_for_the_truth_are_left_waiting(capsys):
    opened(exam_campaign(), takers_to_freeze=4)
    assert simulated(capsys, "--json", annotators=3)["waiting"] == 3
    assert set(Sitting.objects.values_list("state", flat=True)) == {"waiting"}
    told = simulated(capsys, "--json", annotators=4)
    # Who passes rests on the order of seats, which rests on the numbers of people and pairs.
    assert (told["expected"], told["waiting"], told["passed"] + told["failed"]) == (32, 0, 4)


@pytest.mark.parametrize(
    ("more", "word"),
    [((), "has no exam that is open"), (("--until", "0.5"), "--until: an exam is always taken to its end")],
)
def test_what_cannot_be_played_is_refused_with_nobody_made(more, word):
    campaign = exam_campaign()
    drafted(campaign)
    with pytest.raises(CommandError, match=word):
        call_command("simulate_annotators", "camp", "--annotators", "3", "--seed", "1", "--exam", *more)
    assert not campaign.members.exists()
