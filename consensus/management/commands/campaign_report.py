"""`campaign_report`: the published analysis on a campaign's own data."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from consensus.report.services.reporting import make_report
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Makes a report."""

    help = (
        "Write the campaign's report to a folder, as figures (SVG, PNG), tables (CSV, HTML, LaTeX) and one HTML file "
        "(docs/report.md): relevance against similarity and by rank, score ranges, verdicts and dataset statistics. "
        "In a marking campaign: questions, lengths, agreement, outcomes, hours, pools and chance. In a twins "
        "campaign: outcomes, captions, lengths, agreement, the human ceiling, returns and hours. The folder is written "
        "completely or not at all, and replaces only an earlier report."
    )
    reports = True
    remedies = {"out": "; --out takes a folder"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        super().add_arguments(parser)
        parser.add_argument("--out", type=Path, required=True, metavar="DIR")

    def run(self, **options: Any) -> None:
        """Write it and say its main figures."""
        sections = make_report(campaign=self.campaign, out=options["out"])
        sentences = {section.name: section.sentence for section in sections}
        self.report({"folder": str(options["out"]), **sentences}, as_json=options["json"])
