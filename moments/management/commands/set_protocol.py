"""`set_protocol`: the next version of a campaign's protocol."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.campaign.services import set_protocol
from moments.management.command import ReelevanceCommand
from moments.management.protocol_file import protocol_in


class Command(ReelevanceCommand):
    """Sets a protocol."""

    help = (
        "Create the next version of the campaign's protocol. Batches opened from now on use it; open batches keep "
        "theirs. Once a twins campaign has opened, only lease_s can change. "
        "Keys that the file leaves out take their default, not the value of the previous version."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument(
            "file", type=Path, help="a JSON file (docs/rules.md, docs/rules-of-marking.md, docs/rules-of-twins.md)"
        )

    def run(self, **options: Any) -> None:
        """Set it and say which version it is."""
        given = protocol_in(options["file"], self.campaign.kind)
        version = set_protocol(campaign=self.campaign, now=self.now(), actor="command", **given._asdict())
        self.say(f"campaign {self.campaign.slug} now has protocol {version.version}")
