"""Where somebody is on the road from the invitation to scoring, and what comes next (R10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Literal

from django.conf import settings
from django.utils import timezone

from annotator.exam.selectors.exams import (
    current_exam,
    exam_items,
    graded_first_answers,
    parked_seats,
    progress,
    sitting_of,
    sittings_left,
    writing_items,
)
from annotator.exam.selectors.graders import grader_of
from annotator.exam.selectors.samples import SampleProgress, own_samples
from annotator.models import Exam, Membership, Score, Sitting, SittingState, Standing, TruthKind
from annotator.people.selectors.consents import consent_owed
from annotator.seats.selectors.writers import may_write
from annotator.tutorial.selectors import must_take_tutorial

Stage = Literal["consent", "tutorial", "no_exam", "no_sitting", "exam", "answering", "waiting", "relabel", "qualified"]
StepState = Literal["done", "now", "later"]
StepName = Literal["consent", "tutorial", "exam", "truth", "again", "score"]
STEPS: tuple[StepName, ...] = ("consent", "tutorial", "exam", "truth", "again", "score")
STEP_OF: dict[Stage, StepName] = {
    "consent": "consent",
    "tutorial": "tutorial",
    "no_exam": "exam",
    "no_sitting": "exam",
    "exam": "exam",
    "answering": "exam",
    "waiting": "truth",
    "relabel": "again",
    "qualified": "score",
}
STAGE_BY_STANDING: dict[str, Stage] = {
    Standing.INVITED: "consent",
    Standing.EXAM: "answering",
    Standing.WAITING: "waiting",
    Standing.RELABEL: "relabel",
    Standing.QUALIFIED: "qualified",
}
SECONDS_A_PAIR = 30


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the road: done, now or later."""

    name: StepName
    state: StepState


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """How one's own first answers lie to the truth: the share that missed it (0 to 1), quadratic kappa.

    In marking campaigns: the share of the true segments that was found, and the mean IoU (both 0 to 1).
    """

    answers: int
    misses: int
    misalignment: float
    kappa: float | None
    found: float | None
    iou: float | None


@dataclass(frozen=True, slots=True)
class Expected:
    """What taking the exam now would mean: pairs, minutes at an unhurried pace, sittings that are left, samples."""

    exam: Exam
    pairs: int
    minutes: int
    sittings_left: int
    samples: int = 0


@dataclass(frozen=True, slots=True)
class Road:
    """Where somebody is; `answered` of `asked` pairs of the sitting they are in, `others` in their first answers.

    Of the pairs not answered, `parked` wait for the lead to look at a report.

    Without an exam a lead admits people.
    """

    stage: Stage
    steps: list[Step]
    sitting: Sitting | None
    expected: Expected | None
    figures: OwnFigures | None
    answered: int
    asked: int
    parked: int
    others: int
    has_exam: bool
    samples: SampleProgress | None
    final_at: datetime | None

    @property
    def seconds_left(self) -> int | None:
        """Until the last answers are final and a sweep moves the person on; None while that hangs on people."""
        if self.final_at is None or not self.moves_by_itself or self.waits_for_lead:
            return None
        moves_at = self.final_at + timedelta(seconds=settings.SWEEP_INTERVAL_S)
        return max(0, ceil((moves_at - timezone.now()).total_seconds()))

    @property
    def clock_left(self) -> str:
        """The same as minutes and seconds, such as 1:05; empty where it is None or over."""
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02}" if self.seconds_left else ""

    @property
    def moves_by_itself(self) -> bool:
        """Whether there is nothing to do but to wait."""
        rest = self.asked - self.answered - self.parked
        return self.stage == "waiting" or (self.stage in ("answering", "relabel") and not rest)

    @property
    def waits_for_lead(self) -> bool:
        """Whether only pairs that a lead has to look at are left."""
        return self.parked > 0 and self.moves_by_itself

    @property
    def mark(self) -> str:
        """Another text whenever the page says something else."""
        samples = f"-{self.samples.to_write}-{self.samples.permitted}" if self.samples else ""
        return f"{self.stage}-{self.answered}-{self.asked}-{self.parked}-{self.others}{samples}"

    @property
    def has_failed(self) -> bool:
        """Whether the last sitting stayed under the bar."""
        return self.sitting is not None and self.sitting.state == SittingState.FAILED


def road_of(member: Membership) -> Road:
    """The person's road; the number of SQL queries does not grow with the exam."""
    sitting = sitting_of(member)
    exam = current_exam(member.campaign)
    expected = _expected(member, exam) if exam and member.standing == Standing.TRAINING else None
    stage = _stage(member, expected)
    sat = sitting if stage in ("answering", "relabel") else None
    answered, asked = progress(sat) if sat else (0, 0)
    return Road(
        stage=stage,
        steps=_steps(member, stage, sitting.exam if sitting else exam),
        sitting=sitting,
        expected=expected,
        figures=own_figures(sitting) if sitting else None,
        answered=answered,
        asked=asked,
        parked=parked_seats(sat).count() if sat else 0,
        others=_others(sitting) if sitting and stage == "waiting" else 0,
        has_exam=bool(sitting or exam),
        samples=own_samples(member) if stage == "qualified" and member.campaign.is_twin else None,
        final_at=_final_at(sat) if sat else None,
    )


def own_figures(sitting: Sitting) -> OwnFigures | None:
    """The figures of a sitting that was graded; None before."""
    if sitting.state not in (SittingState.RELABEL, SittingState.PASSED, SittingState.FAILED):
        return None
    first = graded_first_answers(sitting)
    given = [(answer.answer, answer.truth) for answer in first if answer.truth is not None]
    figures = grader_of(sitting.exam).figures(given)
    if figures is None:
        return None
    misses = round(figures.misalignment * figures.answers)
    return OwnFigures(figures.answers, misses, figures.misalignment, figures.kappa, figures.found, figures.iou)


def failed_exam(member: Membership) -> dict[str, int] | None:
    """How many first answers missed the truth, for a person back in training after a failed sitting; else None."""
    sitting = sitting_of(member) if member.standing == Standing.TRAINING else None
    if sitting is None or sitting.state != SittingState.FAILED:
        return None
    figures = own_figures(sitting)
    return {"answers": figures.answers if figures else 0, "misses": figures.misses if figures else 0}


def _stage(member: Membership, expected: Expected | None) -> Stage:
    if member.standing != Standing.TRAINING:
        return STAGE_BY_STANDING.get(member.standing, "consent")
    if consent_owed(member):
        return "consent"
    if must_take_tutorial(member):
        return "tutorial"
    if expected is None:
        return "no_exam"
    return "exam" if expected.sittings_left else "no_sitting"


def _expected(member: Membership, exam: Exam) -> Expected:
    pairs = min(exam.items_a_sitting, exam_items(exam).count())
    seconds = pairs * SECONDS_A_PAIR + (_watching_s(exam, pairs) if member.campaign.is_marked else 0)
    minutes = max(1, round(seconds / 60))
    samples = writing_items(exam).count() if member.campaign.is_twin and not may_write(member) else 0
    return Expected(exam, pairs, minutes, sittings_left(member, exam), samples)


def _watching_s(exam: Exam, questions: int) -> float:
    """How long the videos of so many of the exam's questions last together, on average over the bank, seen once."""
    videos = dict(exam_items(exam).values_list("pair__moment", "pair__moment__end_s"))
    return sum(videos.values()) * min(1, questions / max(1, exam_items(exam).count()))


def _steps(member: Membership, stage: Stage, exam: Exam | None) -> list[Step]:
    """The steps that there are in this campaign, with where the person is among them."""
    campaign = member.campaign
    absent: set[StepName] = set()
    if stage != "consent" and not campaign.consents.exists():
        absent.add("consent")
    if not campaign.tutorials.exists():
        absent.add("tutorial")
    if stage != "waiting" and (exam is None or exam.truth_kind == TruthKind.GOLD):
        absent.add("truth")
    if exam is None and stage != "relabel":
        absent.add("again")
    now = STEPS.index(STEP_OF[stage])
    return [Step(name, _state(place, now)) for place, name in enumerate(STEPS) if name not in absent]


def _state(place: int, now: int) -> StepState:
    if place == now:
        return "now"
    return "done" if place < now else "later"


def _final_at(sitting: Sitting) -> datetime | None:
    answers = Score.objects.filter(seat__sitting=sitting, current=True)
    return answers.order_by("-changeable_until").values_list("changeable_until", flat=True).first()


def _others(sitting: Sitting) -> int:
    return Sitting.objects.filter(exam=sitting.exam_id, state=SittingState.FIRST).exclude(pk=sitting.pk).count()
