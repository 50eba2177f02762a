"""`run_stability`: how sure the order of several runs is, without a database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.cli.stability import HELP, add_stability_options, ask_stability
from evaluation.metrics.errors import EvaluationError


class Command(BaseCommand):
    """The same code as `python -m evaluation stability`."""

    help = HELP
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Every option of `python -m evaluation stability`."""
        add_stability_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask; bad input is one clear line and exit 1."""
        try:
            ask_stability(options, self.stdout.write)
        except EvaluationError as error:
            raise CommandError(str(error)) from error
