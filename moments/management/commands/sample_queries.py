"""`sample_queries`: queries drawn from captions."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from moments.corpus.services import sample_queries
from moments.management.command import ReelevanceCommand
from moments.models import Split


class Command(ReelevanceCommand):
    """Samples queries."""

    help = "Draw queries from the captions with a seed. A text that is already a query is not drawn again."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Split, count and seed."""
        super().add_arguments(parser)
        parser.add_argument("--split", required=True, choices=Split.values)
        parser.add_argument("--count", required=True, type=int)
        parser.add_argument("--seed", required=True, type=int)

    def run(self, **options: Any) -> None:
        """Draw them and say how many there are now."""
        made = sample_queries(
            campaign=self.campaign,
            split=options["split"],
            count=options["count"],
            seed=options["seed"],
            now=self.now(),
            actor="command",
        )
        figures = {"added": len(made), "split": options["split"], "queries": self.campaign.queries.count()}
        self.report(figures, as_json=options["json"])
