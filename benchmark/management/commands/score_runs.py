"""`score_runs`: one turn of scoring."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from benchmark.runs.services.runs import score_again
from benchmark.runs.services.scoring import score_due_runs
from moments.campaign.selectors import campaign_by_slug
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Scores what waits."""

    help = "Score every waiting run of all campaigns, as the worker does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """No campaign: the worker's turn is over all."""
        parser.add_argument("--renew", metavar="SLUG", help="first update this campaign's labels to the current ones")

    def run(self, **options: Any) -> None:
        """Score until nothing waits."""
        if options["renew"]:
            score_again(campaign=campaign_by_slug(options["renew"]), now=self.now())
        total = 0
        while scored := score_due_runs(now=self.now()):
            total += scored
        self.say(f"runs scored: {total}")
