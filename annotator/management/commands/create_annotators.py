"""`create_annotators`: people with worker IDs, whose secrets are shown once."""

from __future__ import annotations

import csv
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.db import transaction

from annotator.people.services.people import Credentials, create_annotators
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Makes annotators."""

    help = "Create annotators. Their worker IDs, passwords and tokens are written once, to a new CSV file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, how far, and where to write."""
        super().add_arguments(parser)
        parser.add_argument("--count", type=int, required=True)
        parser.add_argument("--qualified", action="store_true", help="let them score immediately, without an exam")
        parser.add_argument(
            "--out", type=Path, required=True, metavar="FILE", help="a new file; it is created with mode 600"
        )

    def run(self, **options: Any) -> None:
        """Make them and write the file; neither without the other."""
        out: Path = options["out"]
        if out.exists():
            raise BadInput(f"{out}: the file already exists and may hold the only copy of somebody's password")
        with self.progress(options["count"], "creating annotators") as advance, transaction.atomic():
            made = create_annotators(
                campaign=self.campaign,
                count=options["count"],
                qualified=options["qualified"],
                now=self.now(),
                advance=advance,
            )
            _write(out, made)
        self.say(f"{len(made)} annotators created; their worker IDs, passwords and tokens are in {out}")


def _write(out: Path, made: Sequence[Credentials]) -> None:
    try:
        out.touch(mode=0o600, exist_ok=False)
    except OSError as error:
        raise BadInput(f"{out}: {error.strerror}") from error
    with out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["worker_id", "password", "token"])
        writer.writerows((person.worker_id, person.password, person.token) for person in made)
