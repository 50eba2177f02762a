"""`import_candidates`: pairs from another system's ranking."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.corpus.files.query_file import read_candidates
from moments.management.command import ReelevanceCommand
from moments.ranking.services.candidate_lists import import_list
from moments.ranking.services.ranking import import_candidates


class Command(ReelevanceCommand):
    """Imports candidates."""

    help = (
        "Import candidates from CSV (query_id,desc_id,rank,similarity). They replace the queries' "
        "pairs or, with --source, become that system's lists for pooling and comparing. A bad line stops the import."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--source", default="", help="the system that found them; stores a list instead of creating pairs"
        )

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        rows = read_candidates(options["file"])
        if options["source"]:
            listed = import_list(campaign=self.campaign, rows=rows, source=options["source"], now=self.now())
            figures = {"queries": listed.queries, "candidates_listed": listed.candidates}
        else:
            ranked = import_candidates(campaign=self.campaign, rows=rows, now=self.now())
            figures = {"queries": ranked.queries, "pairs": ranked.pairs}
        self.report(figures, as_json=options["json"])
