"""`import_queries`: queries from CSV, all or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.corpus.files.query_file import read_queries
from moments.corpus.services import import_queries
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports queries."""

    help = "Import queries from CSV (query_id,query,split,desc_id; desc_id may be empty). A bad line stops the import."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        imported = import_queries(campaign=self.campaign, rows=read_queries(options["file"]))
        figures = {
            "added": imported.added,
            "already_there": imported.known,
            "queries": self.campaign.queries.count(),
        }
        self.report(figures, as_json=options["json"])
