"""`simulate_annotators`: scores by synthetic annotators."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.models import Membership
from consensus.simulation.marking.people import published_person
from consensus.simulation.model import published_model
from consensus.simulation.services.driver import Simulation
from consensus.simulation.services.exam_takers import ExamSimulation, MarkedExamSimulation, SimulatedExam
from consensus.simulation.services.marked_accuracy import figures_of_marking
from consensus.simulation.services.marked_world import drawn_world
from consensus.simulation.services.marking_driver import MarkingSimulation
from consensus.simulation.services.people import synthetic_annotators, synthetic_learners
from consensus.simulation.services.twin_accuracy import figures_of_twins
from consensus.simulation.services.twin_driver import TwinSimulation
from consensus.sweep.services import settle_campaign
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand
from moments.models import CampaignKind


def _until(value: str) -> float | None:
    if value == "done":
        return None
    try:
        share = float(value)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError("expected 'done' or a fraction of the expected scores such as 0.6")
    return share


class Command(ReelevanceCommand):
    """Simulates annotators."""

    help = (
        "Score an open campaign with synthetic annotators fitted to the published raw scores (docs/simulation.md). "
        "They use the same services as people, on their own clock, which ends now. No clips are needed. Up to 'done', "
        "the lead is simulated too and decides batches as suggested. With --exam, the people are in training and take "
        "the open exam, with more noise in their first answers; its truth is frozen once all of them have answered, "
        "and people who fail try again as often as the exam allows. In a marking campaign, they ask and mark "
        "questions on its videos, which need proxies; what is true is drawn. In a twins campaign, they judge, "
        "describe and assign drawn clips; what the rules leave to the lead stays there. Exams of twins are not "
        "simulated."
    )
    reports = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """How many, which seed, how far."""
        super().add_arguments(parser)
        parser.add_argument("--annotators", type=int, required=True, metavar="N")
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument(
            "--until", type=_until, default=None, help="'done' (default) or a fraction of the expected scores"
        )
        parser.add_argument(
            "--questions",
            type=int,
            metavar="N",
            help="how many questions are asked in a marking campaign (at least one per video); if left out, 45 per "
            "hour",
        )
        parser.add_argument("--exam", action="store_true", help="simulate people in training who take the exam")

    def run(self, **options: Any) -> None:
        """Play the campaign or the exam."""
        marks = self.campaign.kind == CampaignKind.MARK
        if options["questions"] is not None and (not marks or options["exam"] or options["questions"] < 1):
            raise BadInput("expected at least 1, in a marking campaign, without --exam", field="questions")
        if options["exam"]:
            self._take_exam(options)
        elif marks:
            self._mark(options)
        elif self.campaign.is_twin:
            self._play_twins(options)
        else:
            self._score(options)

    def _mark(self, options: dict[str, Any]) -> None:
        """Play, then say how near the truths are to what is true."""
        now = timezone.now()
        world = drawn_world(self.campaign, questions=options["questions"])
        simulation = MarkingSimulation(
            campaign=self.campaign,
            people=synthetic_annotators(campaign=self.campaign, count=options["annotators"], now=now),
            world=world,
            person=published_person(),
            seed=options["seed"],
            until=options["until"],
            now=now,
        )
        with self.progress(world.size, "deciding") as advance:
            played = simulation.play(advance)
        settle_campaign(campaign=self.campaign, now=timezone.now())
        self.report(figures_of_marking(self.campaign, world, played), as_json=options["json"])

    def _play_twins(self, options: dict[str, Any]) -> None:
        """Play, then say how near outcomes and captions are to what is true."""
        now = timezone.now()
        simulation = TwinSimulation(
            campaign=self.campaign,
            people=synthetic_annotators(campaign=self.campaign, count=options["annotators"], now=now),
            seed=options["seed"],
            until=options["until"],
            now=now,
        )
        with self.progress(len(simulation.world), "finishing") as advance:
            played = simulation.play(advance)
        settle_campaign(campaign=self.campaign, now=timezone.now())
        figures = figures_of_twins(self.campaign, simulation.world, played)
        self.report(figures, as_json=options["json"])

    def _score(self, options: dict[str, Any]) -> None:
        """Play, then sweep once at the true time."""
        now = timezone.now()
        simulation = Simulation(
            campaign=self.campaign,
            people=synthetic_annotators(campaign=self.campaign, count=options["annotators"], now=now),
            model=published_model(),
            seed=options["seed"],
            until=options["until"],
            now=now,
        )
        with self.progress(simulation.expected, "scoring") as advance:
            played = simulation.play(advance)
        settle_campaign(campaign=self.campaign, now=timezone.now())
        figures = {
            "scores": played.scores,
            "expected": played.expected,
            "from": played.started_at.isoformat(timespec="seconds"),
            "to": played.ended_at.isoformat(timespec="seconds"),
        }
        self.report(figures, as_json=options["json"])

    def _take_exam(self, options: dict[str, Any]) -> None:
        if self.campaign.is_twin:
            raise BadInput(
                "--exam: in a twins campaign, people take the exam themselves. Leave --exam out to play its work "
                "with people who are qualified already"
            )
        if options["until"] is not None:
            raise BadInput("--until: an exam is always taken to its end")
        now = timezone.now()
        with transaction.atomic():
            people = synthetic_learners(campaign=self.campaign, count=options["annotators"], now=now)
            simulation = self._exam(people, options["seed"], now)
        with self.progress(simulation.expected, "answering") as advance:
            played = simulation.play(advance)
        self.report(asdict(played), as_json=options["json"])

    def _exam(self, people: Sequence[Membership], seed: int, now: datetime) -> SimulatedExam:
        campaign = self.campaign
        if campaign.is_graded:
            return ExamSimulation(campaign=campaign, people=people, model=published_model(), seed=seed, now=now)
        return MarkedExamSimulation(campaign=campaign, people=people, person=published_person(), seed=seed, now=now)
