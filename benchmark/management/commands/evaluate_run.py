"""`evaluate_run`: scores a run against labels, without a database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from evaluation.cli.evaluate import HELP, add_options, evaluate
from evaluation.metrics.errors import EvaluationError


class Command(BaseCommand):
    """The same code as `python -m evaluation`."""

    help = HELP
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Every option of `python -m evaluation`."""
        add_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Evaluate; bad input is one clear line and exit 1."""
        try:
            evaluate(options, self.stdout.write)
        except EvaluationError as error:
            raise CommandError(str(error)) from error
