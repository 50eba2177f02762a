"""`compare_measures`: how measures differ on the same runs, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from evaluation.cli.measures import HELP, add_measure_options, compare_measures
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """The same code as `python -m evaluation measures`."""

    help = HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Every option of `python -m evaluation measures`."""
        add_measure_options(parser)

    def run(self, **options: Any) -> None:
        """Compute and print the report."""
        compare_measures(options, self.say)
