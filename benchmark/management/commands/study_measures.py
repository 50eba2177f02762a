"""`study_measures`: how measures differ on a campaign's runs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from benchmark.measures.order import MeasureOrder
from benchmark.measures.selectors import bench_of, uploaded_numbers
from benchmark.measures.services import keep_measures
from evaluation.cli.measures import add_plan_options
from evaluation.stability.progress import Progress
from evaluation.studies.report import as_lines
from evaluation.studies.studied import studied
from moments.management.command import Advance, ReelevanceCommand

OPTIONS = (
    "sizes",
    "noise_iou",
    "simulated",
    "checkpoints",
    "k",
    "iou",
    "trials",
    "tau",
    "resamples",
    "noise",
    "noise_draws",
    "beta2",
    "seed",
)


class Command(ReelevanceCommand):
    """The studies of `compare_measures` on the runs that a campaign keeps; the page of measures shows them too."""

    help = "Study how measures differ on a campaign's runs (docs/measure-studies.md)."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The runs, and the options of `compare_measures`."""
        super().add_arguments(parser)
        numbers = "the numbers of the runs, reference runs too (default: every uploaded one)"
        parser.add_argument("--runs", type=int, nargs="+", metavar="NUMBER", help=numbers)
        series = "the runs are checkpoints of one model, in the order of their numbers"
        parser.add_argument("--checkpoints", action="store_true", help=series)
        add_plan_options(parser)

    def run(self, **options: Any) -> None:
        """Study, keep the figures, and print them."""
        runs = options["runs"] or uploaded_numbers(self.campaign)
        given = {name: options[name] for name in OPTIONS}
        order = MeasureOrder(runs=runs, **given)
        found = bench_of(self.campaign, order)
        with self.progress(order.plan.pieces(len(found.bench.entries.names)), "studying measures") as step:
            figures = studied(found.bench, order.plan, Progress(_in_steps(step)))
        keep_measures(
            campaign=self.campaign, found=found, order=asdict(order), figures=figures, actor="command", now=self.now()
        )
        self.say(json.dumps(figures) if options["json"] else as_lines(figures))


def _in_steps(step: Advance) -> Advance:
    """Takes how many pieces are done, and tells the bar how many more those are."""
    before = 0

    def advance(done: int) -> None:
        nonlocal before
        step(done - before)
        before = done

    return advance
