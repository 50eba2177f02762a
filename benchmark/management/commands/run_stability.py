"""`run_stability`: how sure the order of several runs is, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from evaluation.cli.stability import HELP, add_stability_options, ask_stability
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """The same code as `python -m evaluation stability`."""

    help = HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Every option of `python -m evaluation stability`."""
        add_stability_options(parser)

    def run(self, **options: Any) -> None:
        """Compute and print the report."""
        ask_stability(options, self.say)
