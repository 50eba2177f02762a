"""`clips verify` and `clips clean`: whether the storage holds what the database says, and nothing besides."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from moments.buckets.looking import check_clip_storage
from moments.buckets.troubles import CLIENT_ERRORS, trouble_of
from moments.errors import BadInput
from moments.management.command import ReelevanceCommand
from moments.models import Campaign
from moments.selectors.campaigns import campaign_by_slug
from moments.services.clip_storage import compare_clips, remove_orphans

MOST_LISTED = 20


class Command(ReelevanceCommand):
    """Looks into the clip storage."""

    help = (
        "verify: compare a campaign's clips with the clip storage, both ways; exit code 1 where one is missing or "
        "wrong. clean: delete what no clip names and is older than an hour; safe while cutting runs."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, and how thoroughly."""
        parser.add_argument("do", choices=["verify", "clean"])
        super().add_arguments(parser)
        parser.add_argument("--deep", action="store_true", help="verify: read every byte and compare SHA-256")

    def run(self, **options: Any) -> None:
        """Compare or clean."""
        campaign = campaign_by_slug(options["slug"])
        try:
            if options["do"] == "clean":
                removed, ended = remove_orphans(campaign=campaign, now=self.now())
                self.report({"orphans_removed": removed, "half_uploads_ended": ended}, as_json=options["json"])
                return
            is_good = self._verify(campaign, deep=options["deep"], as_json=options["json"])
        except (*CLIENT_ERRORS, OSError) as error:
            raise BadInput(trouble_of(error).reason) from error
        if not is_good:
            raise BadInput("the clip storage does not hold what the database says; cut_clips --again mends a moment")

    def _verify(self, campaign: Campaign, *, deep: bool, as_json: bool) -> bool:
        for warning in check_clip_storage():
            self.warn(warning)
        with self.progress(None, "comparing") as advance:
            found = compare_clips(campaign=campaign, deep=deep, now=self.now(), advance=advance)
        for state, names in (("missing", found.missing), ("wrong", found.wrong), ("orphan", found.orphans)):
            for name in names[:MOST_LISTED]:
                self.warn(f"{state}: {name}")
        figures = {
            "good": found.good,
            "missing": len(found.missing),
            "wrong": len(found.wrong),
            "orphans": len(found.orphans),
        }
        self.report(figures, as_json=as_json)
        return found.is_good
