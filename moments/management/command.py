"""What the project's commands share: the campaign argument, errors in one line, progress, reports."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from evaluation.metrics.errors import EvaluationError
from moments.base.errors import BadInput
from moments.campaign.selectors import campaign_by_slug
from moments.management.reader import quiet_without_reader
from moments.models import Campaign

Advance = Callable[[int], None]
LOCKED = (
    "another process, perhaps a large import, wrote to the database for too long; run this again when it has finished"
)


class ReelevanceCommand(BaseCommand):
    """A command whose work is `run`; bad input ends it with one line and exit code 1.

    Errors speak of fields. Here a field becomes the option of that name, and `remedies` says, after the error's line,
    which options are a way out.
    """

    requires_system_checks = ()  # they import every page, which takes longer than most commands; servers run them
    reports = False
    remedies: Mapping[str, str] = {}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The campaign, and `--json` where the command reports; subclasses add theirs."""
        parser.add_argument("slug", help="the campaign")
        if self.reports:
            parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run, turning BadInput into the command's error; ends quietly if nobody reads its output any more."""
        self.options = options
        try:
            with quiet_without_reader():
                self.run(**options)
        except BadInput as error:
            option = f"--{error.field.replace('_', '-')}"
            line = f"{option}: {error.message}" if error.field in options else str(error)
            line += self.remedies.get(error.remedy, "")
            raise CommandError(" ".join(line.split())) from error
        except EvaluationError as error:
            raise CommandError(str(error)) from error
        except (OperationalError, ProgrammingError) as error:
            if "no such table" in str(error) or "does not exist" in str(error):
                raise CommandError("the database lacks a table; run manage.py migrate first") from error
            if "database is locked" in str(error):
                raise CommandError(LOCKED) from error
            raise

    @cached_property
    def campaign(self) -> Campaign:
        """The campaign of the argument; raises BadInput when there is none."""
        return campaign_by_slug(self.options["slug"])

    def run(self, **options: Any) -> None:
        """The command's work."""
        raise CommandError("this command has no action")

    def say(self, line: str) -> None:
        """One line on standard output."""
        self.stdout.write(line)

    def warn(self, line: str) -> None:
        """One line on standard error."""
        self.stderr.write(self.style.WARNING(f"warning: {line}"))

    def report(self, figures: Mapping[str, Any], *, as_json: bool) -> None:
        """The figures, as one JSON object or a line each."""
        if as_json:
            self.stdout.write(json.dumps(figures, ensure_ascii=False))
            return
        for name, value in figures.items():
            shown = name if "." in name else name.replace("_", " ")  # a file's name stays as it is
            if isinstance(value, list):
                value = ", ".join(map(str, value)) or "none"
            self.stdout.write(f"{shown}: {value}")

    @contextmanager
    def progress(self, total: int | None, what: str) -> Iterator[Advance]:
        """A progress bar on standard error, where that is a terminal; yields what to call with each step."""
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        with Progress(*columns, console=console, disable=not sys.stderr.isatty(), transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.update(task, advance=done)

    now = staticmethod(timezone.now)
