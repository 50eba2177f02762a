"""`create_campaign`: a campaign in draft."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from evaluation.scale import SCALE
from moments.campaign.services import create_campaign
from moments.management.command import ReelevanceCommand
from moments.management.protocol_file import protocol_in
from moments.models import CampaignKind
from moments.scale import TEMPLATES, TVR, scale_of


class Command(ReelevanceCommand):
    """Makes a campaign."""

    help = "Create a campaign in draft. The protocol file is JSON with any of the keys of its kind's protocol."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Kind, title, protocol, scale, whether suggestions are followed, which renditions are cut."""
        super().add_arguments(parser)
        parser.add_argument(
            "--kind",
            choices=CampaignKind.values,
            default=CampaignKind.GRADE,
            help="what people do: grade the relevance of moments, mark segments that answer questions, or tell clips "
            "from their reverse (default: grade)",
        )
        parser.add_argument("--title", default="", help="the title that people see (default: the slug)")
        parser.add_argument(
            "--protocol",
            type=Path,
            metavar="FILE",
            help="a JSON file (docs/rules.md, docs/rules-of-marking.md, docs/rules-of-twins.md)",
        )
        parser.add_argument(
            "--scale",
            choices=TEMPLATES,
            default=TVR.name,
            help="the levels to start from: five as in TVR-Ranking, four as in TREC, or two (default: tvr)",
        )
        parser.add_argument(
            "--follow-suggestions",
            action="store_true",
            help="extend and close batches automatically, as rule R7 suggests",
        )
        parser.add_argument(
            "--renditions",
            metavar="NAMES",
            help="what cut_clips makes: gif, mp4, webp or several, comma-separated (default: gif, for twins mp4; "
            "docs/clips.md)",
        )
        parser.add_argument("--seed", type=int, help="seed for the order in which people see pairs (default: random)")

    def run(self, **options: Any) -> None:
        """Make it and say under which protocol."""
        given = protocol_in(options["protocol"], options["kind"])
        levels = TEMPLATES[options["scale"]].levels
        if options["protocol"] is None:
            given = given._replace(protocol=given.protocol.moved(SCALE, scale_of(levels)))
        campaign = create_campaign(
            slug=options["slug"],
            title=options["title"],
            **given._asdict(),
            levels=levels,
            follow_suggestions=options["follow_suggestions"],
            seed=options["seed"],
            renditions=options["renditions"],
            now=self.now(),
            actor="command",
        )
        self.say(f"campaign {campaign.slug} created as a draft with protocol 1")
