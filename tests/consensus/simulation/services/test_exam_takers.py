"""Synthetic people in the exam of the database."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotator.exam.selectors.report import exam_report
from annotator.exam.settings import Bar
from annotator.models import Score, Seat, Sitting
from annotator.statistics.bootstrap import Resampling
from consensus.simulation.model import published_model
from consensus.simulation.services.exam_takers import ExamPlayed, ExamSimulation
from consensus.simulation.services.people import synthetic_learners
from consensus.verify.selectors.invariants import breaches
from tests.annotator.exam.marked_scenes import HERE, TWO, marked_exam
from tests.console.exam.scenes import drafted, exam_campaign, opened
from tests.factories import NOW, make_tutorial
from tests.marking import marking_campaign

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
    report = simulated(capsys, "--json", annotators=4)
    # Who passes rests on the order of seats, which rests on the numbers of people and pairs.
    assert (report["expected"], report["waiting"], report["passed"] + report["failed"]) == (32, 0, 4)


class Slow(ExamSimulation):
    """One pair of the first person's is answered wrong again and again; everybody else is at one."""

    def _relevance(self, seat: Seat, truths: dict[int, int | None]) -> int:
        wrong = seat.annotator_id == self.people[0].pk and seat.pair.rank == 1 and seat.attempt < 30
        return 4 if wrong else 0


def test_who_answers_one_pair_thirty_times_passes_too():
    campaign = exam_campaign()
    exam = opened(campaign, takers_to_freeze=4)
    people = synthetic_learners(campaign=campaign, count=4, now=NOW)
    played = Slow(campaign=campaign, people=people, model=published_model(), seed=1, now=NOW)
    assert played.play(lambda done: None) == ExamPlayed(
        scores=4 * exam.items_a_sitting + 29, expected=32, passed=4, failed=0, waiting=0, retakes=0
    )
    assert Sitting.objects.latest("ended_at").ended_at < NOW


@pytest.mark.parametrize(
    ("more", "word"),
    [((), "has no open exam"), (("--until", "0.5"), "--until: an exam is always taken to its end")],
)
def test_what_cannot_be_played_is_refused_with_nobody_made(more, word):
    campaign = exam_campaign()
    drafted(campaign)
    with pytest.raises(CommandError, match=word):
        call_command("simulate_annotators", "camp", "--annotators", "3", "--seed", "1", "--exam", *more)
    assert not campaign.members.exists()


def test_people_who_mark_fail_the_bar_sit_again_and_pass_after_their_lessons(capsys):
    exam = marked_exam([HERE] * 4 + [TWO] * 4 + [()] * 2, bar=Bar(most_misalignment=0.4), sittings_allowed=5)
    call_command("simulate_annotators", exam.campaign.slug, "--annotators", "6", "--seed", "1", "--exam", "--json")
    figures = json.loads(capsys.readouterr().out)
    assert figures["failed"] > 0
    assert figures["retakes"] > 0
    assert figures["passed"] == exam.campaign.members.filter(standing="qualified").count() > 0
    assert figures["passed"] + figures["failed"] == Sitting.objects.count() == 6 + figures["retakes"]
    again = Score.objects.filter(seat__attempt__gt=1).count()
    assert again > 0
    assert figures["scores"] == 10 * Sitting.objects.count() + again
    assert list(breaches(exam.campaign, now=timezone.now(), sweep_s=600)) == []


def test_people_who_mark_need_an_open_exam(capsys):
    marking_campaign("camp")
    with pytest.raises(CommandError, match="campaign 'camp' has no open exam"):
        simulated(capsys)
