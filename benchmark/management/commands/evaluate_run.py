"""`evaluate_run`: scores a run against labels, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from evaluation.cli.evaluate import HELP, add_options, evaluate
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """The same code as `python -m evaluation`."""

    help = HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Every option of `python -m evaluation`."""
        add_options(parser)

    def run(self, **options: Any) -> None:
        """Evaluate and print the report."""
        evaluate(options, self.say)
