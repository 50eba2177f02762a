"""`create_campaign`: a campaign in draft."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.campaign.services import create_campaign
from moments.management.command import ReelevanceCommand
from moments.management.protocol_file import protocol_in


class Command(ReelevanceCommand):
    """Makes a campaign."""

    help = "Make a campaign in draft. The protocol file is JSON with any of the protocol's keys."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Title, protocol, whether suggestions are followed, which renditions are cut."""
        super().add_arguments(parser)
        parser.add_argument("--title", default="", help="what people see; the slug, if left out")
        parser.add_argument("--protocol", type=Path, metavar="FILE", help="a JSON file (docs/rules.md)")
        parser.add_argument("--follow-suggestions", action="store_true", help="extend and close batches as R7 suggests")
        parser.add_argument(
            "--renditions",
            default="gif",
            metavar="NAMES",
            help="what cut_clips makes of a moment: some of gif, mp4, webp, by commas; gif if left out (docs/clips.md)",
        )
        parser.add_argument("--seed", type=int, help="for the orders in which people see pairs; random if left out")

    def run(self, **options: Any) -> None:
        """Make it and say under which protocol."""
        campaign = create_campaign(
            slug=options["slug"],
            title=options["title"],
            protocol=protocol_in(options["protocol"]),
            follow_suggestions=options["follow_suggestions"],
            seed=options["seed"],
            renditions=options["renditions"],
            now=self.now(),
            actor="command",
        )
        self.say(f"campaign {campaign.slug} made, in draft, under protocol 1")
