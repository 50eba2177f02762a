"""`set_quotas`: how many questions are wanted, by domain and task, from CSV."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotator.asking.files.quota_file import read_quotas
from annotator.asking.services.quotas import set_quotas
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Sets quotas."""

    help = "Set how many questions are wanted, from CSV (domain,task,wanted). The file replaces all earlier quotas."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> None:
        """Read all of it, then set all of it."""
        rows = read_quotas(options["file"])
        wanted = set_quotas(campaign=self.campaign, rows=rows, now=self.now(), actor="command")
        self.report({"quotas": len(rows), "wanted": wanted}, as_json=options["json"])
