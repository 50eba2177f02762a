"""Plays synthetic people through the exam of the database, by the services that people use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from annotator.desk.services.claiming import claim_seats
from annotator.exam.selectors.exams import current_exam, exam_items, finished_takers
from annotator.exam.services.exams import freeze_truth
from annotator.exam.services.sittings import begin_sitting
from annotator.models import Exam, ExamState, Membership, Seat, SittingState
from consensus.simulation.exam import BEFORE_TRAINING
from consensus.simulation.model import SimulationModel
from consensus.simulation.services.driver import PACE_S, score_seat
from consensus.simulation.services.modelled import ModelledLatents
from consensus.sweep.services import sweep_exam
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign

AT_ONCE = 20
ANSWERS_A_PAIR = 2
MOST_ROUNDS = 200
ACTOR = "simulation"


@dataclass(frozen=True, slots=True)
class ExamPlayed:
    """The result: answers, and how many people passed, failed or wait for the truth."""

    scores: int
    expected: int
    passed: int
    failed: int
    waiting: int


class ExamSimulation:
    """One cohort in the exam that runs; raises BadInput if none does.

    First answers err by the noise times BEFORE_TRAINING around the model's latent relevance, later ones by the
    noise around the truth that the person was told. Once nobody has anything left to answer and enough have
    finished, the simulation also plays the lead and freezes the truth. The clock begins so long ago that it does not
    reach `now` however often somebody has to answer again.
    """

    def __init__(
        self, *, campaign: Campaign, people: Sequence[Membership], model: SimulationModel, seed: int, now: datetime
    ) -> None:
        exam = current_exam(campaign)
        if exam is None:
            raise BadInput(f"campaign {campaign.slug!r} has no open exam; run draw_exam and open the exam first")
        self.campaign, self.exam, self.people, self.now = campaign, exam, people, now
        self.noise, self.latent = model.noise, ModelledLatents(model, seed=seed)
        self.rng = np.random.default_rng([seed, exam.number])
        self.grace = timedelta(seconds=newest_protocol(campaign).protocol.grace_s + 1)
        self.expected = len(people) * exam.items_a_sitting * ANSWERS_A_PAIR
        self.answering = timedelta(seconds=PACE_S * (AT_ONCE + 1))
        self.clock = now - MOST_ROUNDS * max(self.answering, self.grace)
        self.scored = 0

    def play(self, advance: Callable[[int], None]) -> ExamPlayed:
        """Begin, answer and answer again until nothing is left to do."""
        for person in self.people:
            begin_sitting(member=person, now=self.clock)
        for _ in range(MOST_ROUNDS):
            truths = dict(exam_items(self.exam).values_list("pair", "truth"))
            scored = sum(self._answer(person, truths) for person in self.people)
            advance(scored)
            self.scored += scored
            self._wait(self.answering if scored else self.grace)
            moved = sweep_exam(campaign=self.campaign, now=self.clock)
            if not scored and not moved and not self._freeze():
                break
        return self._played()

    def _answer(self, person: Membership, truths: dict[int, int | None]) -> int:
        """The person answers what they hold, one pair every 19 s of the clock; how many answers."""
        person.refresh_from_db(fields=["standing"])
        seats = claim_seats(member=person, count=AT_ONCE, now=self.clock).seats
        for place, seat in enumerate(seats, start=1):
            at = min(self.clock + timedelta(seconds=PACE_S * place), self.now)
            score_seat(person, seat, self._relevance(seat, truths), rng=self.rng, at=at)
        return len(seats)

    def _relevance(self, seat: Seat, truths: dict[int, int | None]) -> int:
        truth = truths.get(seat.pair_id)
        if seat.attempt > 1 and truth is not None:
            return self.noise.draw(self.rng, truth)
        return self.noise.scaled(BEFORE_TRAINING).draw(self.rng, self.latent(seat.pair))

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
        states = list(self.exam.sittings.filter(member__in=self.people).values_list("state", flat=True))
        counts = (states.count(state) for state in (SittingState.PASSED, SittingState.FAILED, SittingState.WAITING))
        return ExamPlayed(self.scored, self.expected, *counts)
