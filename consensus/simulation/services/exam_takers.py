"""Plays synthetic people through the exam of the database, by the services that people use."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from annotator.desk.services.claiming import claim_seats
from annotator.exam.selectors.exams import current_exam, exam_items, finished_takers, sittings_left
from annotator.exam.selectors.references import known_answers
from annotator.exam.services.exams import freeze_truth
from annotator.exam.services.sittings import begin_sitting
from annotator.marking.segments import Marking
from annotator.models import Exam, ExamState, Membership, Seat, SittingState, Standing
from consensus.simulation.exam import BEFORE_TRAINING
from consensus.simulation.marking.costs import STANDARD_COSTS
from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.marking.world import TrueQuestion
from consensus.simulation.model import SimulationModel
from consensus.simulation.services.driver import PACE_S, score_seat
from consensus.simulation.services.marking_acts import mark_seat
from consensus.simulation.services.modelled import ModelledLatents
from consensus.sweep.services import sweep_exam
from evaluation.scale import SCALE
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign

AT_ONCE = 20
ANSWERS_A_PAIR = 2
MOST_ROUNDS = 200
MARKING_PACE_S = 60.0
AFTER_LESSON = 0.25  # of a person's usual error, with the truth in view
ACTOR = "simulation"


@dataclass(frozen=True, slots=True)
class ExamPlayed:
    """The result: answers, how many sittings were passed or failed or wait for the truth, how many were retakes."""

    scores: int
    expected: int
    passed: int
    failed: int
    waiting: int
    retakes: int


class SimulatedExam(ABC):
    """One cohort in the exam that runs; raises BadInput if none does.

    People who fail sit again as often as the exam allows. Once nobody has anything left to answer and enough have
    finished, the simulation also plays the lead and freezes the truth. The clock begins so long ago that it does not
    reach `now` however often somebody has to answer again. `pace_s` are the seconds for an answer.
    """

    def __init__(
        self, *, campaign: Campaign, people: Sequence[Membership], seed: int, now: datetime, pace_s: float
    ) -> None:
        exam = current_exam(campaign)
        if exam is None:
            raise BadInput(f"campaign {campaign.slug!r} has no open exam; run draw_exam and open the exam first")
        self.campaign, self.exam, self.people, self.now, self.pace_s = campaign, exam, people, now, pace_s
        self.seeds = [seed, exam.number]
        self.grace = timedelta(seconds=newest_protocol(campaign).protocol.grace_s + 1)
        self.expected = len(people) * exam.items_a_sitting * ANSWERS_A_PAIR
        self.answering = timedelta(seconds=pace_s * (AT_ONCE + 1))
        self.clock = now - MOST_ROUNDS * max(self.answering, self.grace)
        self.scored = 0

    def play(self, advance: Callable[[int], None]) -> ExamPlayed:
        """Begin, answer and answer again until nothing is left to do."""
        for person in self.people:
            begin_sitting(member=person, now=self.clock)
        for _ in range(MOST_ROUNDS):
            self.learn()
            scored = sum(self._answer(person) for person in self.people)
            advance(scored)
            self.scored += scored
            self._wait(self.answering if scored else self.grace)
            moved = sweep_exam(campaign=self.campaign, now=self.clock)
            if not scored and not moved and not self._freeze() and not self._sit_again():
                break
        return self._played()

    @abstractmethod
    def learn(self) -> None:
        """Look up the truths as they are now."""

    @abstractmethod
    def submit(self, person: Membership, seat: Seat, at: datetime) -> None:
        """The person's answer to what they hold."""

    def _answer(self, person: Membership) -> int:
        """The person answers what they hold, one at a time; how many answers."""
        person.refresh_from_db(fields=["standing"])
        seats = claim_seats(member=person, count=AT_ONCE, now=self.clock).seats
        for place, seat in enumerate(seats, start=1):
            self.submit(person, seat, min(self.clock + timedelta(seconds=self.pace_s * place), self.now))
        return len(seats)

    def _sit_again(self) -> bool:
        """Who has failed and may try again begins another sitting; whether somebody did."""
        again = False
        for person in self.people:
            person.refresh_from_db(fields=["standing"])
            if person.standing == Standing.TRAINING and sittings_left(person, self.exam):
                begin_sitting(member=person, now=self.clock)
                again = True
        return again

    def _freeze(self) -> bool:
        """Freeze the truth of a cohort's exam that enough have finished; whether that was done."""
        exam = Exam.objects.get(pk=self.exam.pk)
        if exam.state != ExamState.OPEN or finished_takers(exam) < exam.takers_to_freeze:
            return False
        freeze_truth(exam=exam, now=self.clock, actor=ACTOR)
        return True

    def _wait(self, time: timedelta) -> None:
        self.clock = min(self.clock + time, self.now)

    def _played(self) -> ExamPlayed:
        sittings = self.exam.sittings.filter(member__in=self.people)
        states = list(sittings.values_list("state", flat=True))
        counts = (states.count(state) for state in (SittingState.PASSED, SittingState.FAILED, SittingState.WAITING))
        passed, failed, waiting = counts
        retakes = sittings.filter(number__gt=1).count()
        return ExamPlayed(self.scored, self.expected, passed, failed, waiting, retakes)


class ExamSimulation(SimulatedExam):
    """The exam of a grading campaign.

    First answers err by the noise times BEFORE_TRAINING around the model's latent relevance, later ones by the
    noise around the truth that the person was told.
    """

    def __init__(
        self, *, campaign: Campaign, people: Sequence[Membership], model: SimulationModel, seed: int, now: datetime
    ) -> None:
        super().__init__(campaign=campaign, people=people, seed=seed, now=now, pace_s=PACE_S)
        self.noise, self.latent = model.noise, ModelledLatents(model, seed=seed)
        self.rng = np.random.default_rng(self.seeds)
        self.truths: dict[int, int | None] = {}
        self.scale = campaign.scale

    def learn(self) -> None:
        """The truths by pair."""
        self.truths = dict(exam_items(self.exam).values_list("pair", "truth"))

    def submit(self, person: Membership, seat: Seat, at: datetime) -> None:
        """A level."""
        score_seat(person, seat, self._relevance(seat, self.truths), rng=self.rng, at=at)

    def _relevance(self, seat: Seat, truths: dict[int, int | None]) -> int:
        truth = truths.get(seat.pair_id)
        if seat.attempt > 1 and truth is not None:
            return self.noise.draw(self.rng, truth * SCALE.span / self.scale.span, self.scale)
        return self.noise.scaled(BEFORE_TRAINING).draw(self.rng, self.latent(seat.pair), self.scale)


class MarkedExamSimulation(SimulatedExam):
    """The exam of a marking campaign.

    First answers err as the person does, with edges off and segments missed BEFORE_TRAINING times as much. Answers
    to a question that came back follow the truth that the person sees on the strip, with AFTER_LESSON of the error.
    """

    def __init__(
        self, *, campaign: Campaign, people: Sequence[Membership], person: MarkingPerson, seed: int, now: datetime
    ) -> None:
        super().__init__(campaign=campaign, people=people, seed=seed, now=now, pace_s=MARKING_PACE_S)
        worse = person.edge_ms * BEFORE_TRAINING, min(1.0, person.miss * BEFORE_TRAINING)
        self.first = replace(person, edge_ms=worse[0], miss=worse[1])
        self.later = replace(person, edge_ms=person.edge_ms * AFTER_LESSON, miss=0.0, split=0.0, extra=0.0)
        self.draw = random.Random(repr(self.seeds))
        self.truths: dict[int, Marking] = {}

    def learn(self) -> None:
        """The known answers by pair."""
        self.truths = known_answers(exam_items(self.exam).values_list("pair", flat=True))

    def submit(self, person: Membership, seat: Seat, at: datetime) -> None:
        """Segments, or "no answer here"."""
        moment, truth = seat.pair.moment, self.truths[seat.pair_id]
        question = TrueQuestion(moment.video_id, moment.end_ms, truth.segments)
        marking = (self.first if seat.attempt == 1 else self.later).mark(question, self.draw)
        spent_s = STANDARD_COSTS.marking_s(marking.segments)
        mark_seat(person=person, seat=seat, marking=marking, spent_s=spent_s, now=at)
