"""`draw_twin_splits`: training, validation and test of a twins campaign."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Draws splits."""

    help = (
        "Draw training, validation and test of a twins campaign from a seed: twins together, clips of one source "
        "together, singles in training only, no caption twice outside training (docs/rules-of-twins.md). An "
        "earlier drawing is replaced."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The sizes and the seed."""
        super().add_arguments(parser)
        parser.add_argument("--val", type=int, required=True, metavar="N", help="clips in validation, an even number")
        parser.add_argument("--test", type=int, required=True, metavar="N", help="clips in test, an even number")
        parser.add_argument("--seed", type=int, default=0, help="the same seed draws the same splits (default: 0)")
        parser.add_argument(
            "--tolerance",
            type=float,
            default=SplitSizes.__dataclass_fields__["tolerance"].default,
            metavar="SHARE",
            help="how far a split may be from its size, as a share of it (default: %(default)s)",
        )

    def run(self, **options: Any) -> None:
        """Draw and say how many clips each split has."""
        drawn = draw_campaign_splits(
            campaign=self.campaign,
            sizes=SplitSizes(options["val"], options["test"], options["tolerance"]),
            seed=options["seed"],
            actor="command",
            now=timezone.now(),
        )
        counts = {split.value: count for split, count in drawn.clips.items()}
        kept = {"kept_for_singles": drawn.kept_for_singles, "kept_for_captions": drawn.kept_for_captions}
        self.report(counts | kept, as_json=options["json"])
