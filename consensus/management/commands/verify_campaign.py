"""`verify_campaign`: the invariants, checked on the stored data."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings

from consensus.verify.selectors.whole import all_breaches
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Verifies a campaign."""

    help = (
        "Check the invariants I1–I5 and I8, the exams and the value of every field; in a marking campaign, also the "
        "rules M1–M6. Print each breach, and exit 1 if there is one."
    )
    reports = True

    def run(self, **options: Any) -> None:
        """Print every breach."""
        found = list(all_breaches(self.campaign, now=self.now(), sweep_s=settings.SWEEP_INTERVAL_S))
        if options["json"]:
            self.report({"campaign": self.campaign.slug, "breaches": found}, as_json=True)
        else:
            for breach in found:
                self.say(breach)
            self.say(f"{self.campaign.slug}: {len(found)} breaches")
        if found:
            sys.exit(1)
