"""`import_candidates`: pairs from another system's ranking."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.files.query_file import read_candidates
from moments.management.command import ReelevanceCommand
from moments.selectors.campaigns import campaign_by_slug
from moments.services.ranking import import_candidates


class Command(ReelevanceCommand):
    """Imports candidates."""

    help = "Take candidates from CSV (query_id,desc_id,rank,similarity) in place of earlier ones, all or nothing."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        campaign = campaign_by_slug(options["slug"])
        ranked = import_candidates(campaign=campaign, rows=read_candidates(options["file"]), now=self.now())
        self.report({"queries": ranked.queries, "pairs": ranked.pairs}, as_json=options["json"])
