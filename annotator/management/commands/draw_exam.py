"""`draw_exam`: an exam in draft, of queries drawn from the exam split (R10)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from annotator.exam.selectors.exams import exam_items, items_without_clip, items_without_truth
from annotator.exam.services.making import create_exam
from annotator.models import TruthKind
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Draws an exam."""

    help = (
        "Draft an exam from the exam split: the seed draws the queries, and each adds its best-ranked pairs. "
        "On the exam page, leads set the truth of a gold exam, open the exam, and freeze the truth of a cohort exam. "
        "In a marking campaign, the exam consists of questions whose answers were imported with "
        "import_known_questions. "
        "In a twins campaign, leads pick its clips on the page Create an exam."
    )
    reports = True
    remedies = {"queries": "; run sample_queries --split exam and rank_candidates first, or ask for fewer"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Sizes, seed, where the truth comes from, who may sit how often."""
        super().add_arguments(parser)
        parser.add_argument("--queries", type=int, default=10)
        parser.add_argument("--depth", type=int, default=10, help="how many pairs of each query, best first")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--truth", choices=TruthKind.values, help="a cohort's, if left out")
        parser.add_argument("--items", type=int, help="how many pairs a sitting has, if not all")
        parser.add_argument(
            "--takers", type=int, default=5, help="how many people must finish before the truth can be frozen"
        )
        parser.add_argument("--sittings", type=int, default=1, help="how many times a person can try")

    def run(self, **options: Any) -> None:
        """Make it and say what is to be done next."""
        exam = create_exam(
            campaign=self.campaign,
            queries=options["queries"],
            depth=options["depth"],
            seed=options["seed"],
            truth_kind=options["truth"],
            items_a_sitting=options["items"],
            takers_to_freeze=options["takers"],
            sittings_allowed=options["sittings"],
            now=self.now(),
            actor="command",
        )
        missing = items_without_clip(exam).count()
        figures = {"exam": exam.number, "pairs": exam_items(exam).count(), "clips_missing": missing}
        self.report(figures, as_json=options["json"])
        if options["json"]:
            return
        steps = ["run cut_clips"] if missing else []
        unset = exam.truth_kind == TruthKind.GOLD and items_without_truth(exam).exists()
        steps += ["set the truth of every pair"] if unset else []
        self.say(f"next: {', '.join([*steps, 'open it on the exam page'])}")
