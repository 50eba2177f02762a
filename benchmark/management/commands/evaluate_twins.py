"""`evaluate_twins`: scores a run of retrieval among clips forwards and backwards, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from evaluation.cli.twins import HELP, add_twin_options, evaluate_twins
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """The same code as `python -m evaluation twins`."""

    help = HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Every option of `python -m evaluation twins`."""
        add_twin_options(parser)

    def run(self, **options: Any) -> None:
        """Evaluate and print what came of it."""
        evaluate_twins(options, self.say)
