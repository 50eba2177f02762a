"""What commands share that make a study of a campaign's runs at once."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

from benchmark.studies.selectors import uploaded_numbers
from benchmark.studies.services import RunStudy, keep_run_study
from evaluation.stability.progress import Progress
from moments.management.command import Advance, ReelevanceCommand


class StudyCommand(ReelevanceCommand):
    """Makes the study, keeps the figures for its page, and prints them; options are fields of the study's order."""

    reports = True
    study: RunStudy
    lines: Callable[[dict[str, Any]], str]

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The runs; subclasses add how they are studied."""
        super().add_arguments(parser)
        numbers = "the numbers of the runs, reference runs too (default: every uploaded one)"
        parser.add_argument("--runs", type=int, nargs="+", metavar="NUMBER", help=numbers)

    def run(self, **options: Any) -> None:
        """Study, keep the figures, and print them."""
        runs = options["runs"] or uploaded_numbers(self.campaign, self.study.most_runs)
        order_class: Any = self.study.order
        names = [field.name for field in fields(order_class) if field.name != "runs"]
        order = order_class(runs=runs, **{name: options[name] for name in names})
        prepared = self.study.prepare(self.campaign, order)
        with self.progress(prepared.pieces, self.study.step) as step:
            figures = prepared.make(Progress(_in_steps(step)))
        keep_run_study(
            study=self.study, campaign=self.campaign, snapshot=prepared.snapshot, order=asdict(order), figures=figures,
            actor="command", now=self.now(),
        )  # fmt: skip
        self.say(json.dumps(figures) if options["json"] else type(self).lines(figures))


def _in_steps(step: Advance) -> Advance:
    """Takes how many pieces are done, and tells the bar how many more those are."""
    before = 0

    def advance(done: int) -> None:
        nonlocal before
        step(done - before)
        before = done

    return advance
