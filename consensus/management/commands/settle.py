"""`settle`: one sweep."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError

from consensus.sweep.services import SweepStep, settle_campaigns
from moments.jobs.services.steps import Steps
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Sweeps once."""

    help = "Run one sweep over every open campaign: verdicts, second rounds, batch suggestions, queues."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """No campaign: a sweep is over all."""
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def run(self, **options: Any) -> None:
        """Sweep and say what came of it, campaign by campaign; steps that failed before are tried at once."""
        now = self.now()
        steps = Steps(*SweepStep, now=now, at_once=True)
        swept = {slug: asdict(done) for slug, done in settle_campaigns(now=now, steps=steps).items()}
        self._tell(swept, as_json=options["json"])
        if steps.failures:
            failed = "; ".join(f"{mark}: {mark.error}: {mark.words}" for mark in steps.failures)
            raise CommandError(f"{failed} (all other steps were done; see the log above for details)")

    def _tell(self, swept: dict[str, dict[str, int]], *, as_json: bool) -> None:
        if as_json:
            self.say(json.dumps(swept))
            return
        for slug, done in swept.items():
            self.say(f"{slug}: " + ", ".join(f"{count} {what}" for what, count in done.items()))
        if not swept:
            self.say("no campaign is open")
