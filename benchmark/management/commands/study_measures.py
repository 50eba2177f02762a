"""`study_measures`: how measures differ on a campaign's runs."""

from __future__ import annotations

from argparse import ArgumentParser

from benchmark.management.study_command import StudyCommand
from benchmark.measures.services import MEASURES
from evaluation.cli.measures import add_plan_options
from evaluation.studies.report import as_lines


class Command(StudyCommand):
    """The studies of `compare_measures` on the runs that a campaign keeps; the page of measures shows them too."""

    help = "Study how measures differ on a campaign's runs (docs/measure-studies.md)."
    study = MEASURES
    lines = staticmethod(as_lines)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The runs, and the options of `compare_measures`."""
        super().add_arguments(parser)
        series = "the runs are checkpoints of one model, in the order of their numbers"
        parser.add_argument("--checkpoints", action="store_true", help=series)
        add_plan_options(parser)
