"""`import_captions`: captions of decided questions' truths, from CSV or JSON Lines (M5)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from consensus.derived.caption_file import read_captions
from consensus.derived.services.making import import_captions
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports captions."""

    help = (
        "Import captions of decided questions' truths: CSV or JSON Lines (question, caption, maybe origin: model "
        "or person). A bad line stops the import. A caption counts once somebody other than the requester accepts it."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and who asked for the captions."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument("--requester", default="admin", help="the pseudonym of the person who requested them")

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        rows = read_captions(options["file"])
        made = import_captions(campaign=self.campaign, rows=rows, requester=options["requester"], now=self.now())
        self.report({"added": made.made, "already_there": made.known}, as_json=options["json"])
