"""`evaluate_segments`: scores a run of segments that answer questions on long videos, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from evaluation.cli.segments import HELP, add_segment_options, evaluate_segments
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """The same code as `python -m evaluation segments`."""

    help = HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Every option of `python -m evaluation segments`."""
        add_segment_options(parser)

    def run(self, **options: Any) -> None:
        """Evaluate and print what came of it."""
        evaluate_segments(options, self.say)
