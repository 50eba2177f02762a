"""`settle`: one sweep."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from consensus.services.settling import settle_campaigns
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Sweeps once."""

    help = "One sweep over every open campaign: verdicts, second rounds, batch suggestions, queues."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """No campaign: a sweep is over all."""
        parser.add_argument("--json", action="store_true", help="report as one JSON object")

    def run(self, **options: Any) -> None:
        """Sweep and say what came of it, campaign by campaign."""
        swept = {slug: asdict(done) for slug, done in settle_campaigns(now=self.now()).items()}
        if options["json"]:
            self.say(json.dumps(swept))
            return
        for slug, done in swept.items():
            self.say(f"{slug}: " + ", ".join(f"{count} {what}" for what, count in done.items()))
        if not swept:
            self.say("no campaign is open")
