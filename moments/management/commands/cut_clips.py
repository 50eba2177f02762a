"""`cut_clips`: the clips of every moment that a pair needs, or of some again."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.management.command import ReelevanceCommand
from moments.selectors.campaigns import campaign_by_slug
from moments.services.clips import cut_clips, plan_clips

MOST_LISTED = 20


class Command(ReelevanceCommand):
    """Cuts clips."""

    help = (
        "Cut every rendition of the campaign for each moment that a pair needs and that lacks it. A video is "
        "looked for in the folder by its name, with or without a suffix such as .mp4. What fails is listed with "
        "its reason; run it again to retry. With --again, cut the clips of some moments anew; pairs that were "
        "reported because of them come back with the next sweep."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the videos are, and which moments are wanted."""
        super().add_arguments(parser)
        parser.add_argument("--videos", type=Path, required=True, metavar="DIR")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--all", action="store_true", help="every moment, needed or not")
        which.add_argument(
            "--again", type=int, nargs="+", default=(), metavar="DESC_ID", help="these moments, ready or not"
        )

    def run(self, **options: Any) -> None:
        """Say what it takes, cut, and list what failed."""
        campaign = campaign_by_slug(options["slug"])
        folder, wanted = options["videos"], {"everything": options["all"], "again": options["again"]}
        plan = plan_clips(campaign=campaign, **wanted)
        if not options["json"]:
            expected = f"up to {plan.gigabytes:.2f} GB and {plan.minutes:.0f} minutes expected"
            self.say(f"{plan.clips} clips to cut, {expected}")
        with self.progress(plan.clips, "cutting") as advance:
            cut = cut_clips(campaign=campaign, folder=folder, advance=advance, **wanted)
        for failure in cut.failed[:MOST_LISTED]:
            self.warn(f"{failure.rendition} of moment {failure.moment} ({failure.video}): {failure.reason}")
        if len(cut.failed) > MOST_LISTED:
            self.warn(f"and {len(cut.failed) - MOST_LISTED} more")
        self.report({"ready": cut.ready, "failed": len(cut.failed)}, as_json=options["json"])
