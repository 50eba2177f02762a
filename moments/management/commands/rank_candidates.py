"""`rank_candidates`: pairs with rank and similarity."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from moments.encoders import encoder_named
from moments.management.command import ReelevanceCommand
from moments.selectors.campaigns import campaign_by_slug
from moments.services.ranking import rank_candidates


class Command(ReelevanceCommand):
    """Ranks candidates."""

    help = "Rank every moment for every query that is not open yet, and keep the most similar."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Encoder and depth."""
        super().add_arguments(parser)
        parser.add_argument("--encoder", default="lexical", help="lexical (TF-IDF) is the default")
        parser.add_argument("--top", type=int, default=40, help="candidates a query, 40 by default")

    def run(self, **options: Any) -> None:
        """Rank and say how many pairs there are."""
        campaign = campaign_by_slug(options["slug"])
        encoder = encoder_named(options["encoder"])
        with self.progress(campaign.queries.count(), "ranking") as advance:
            ranked = rank_candidates(
                campaign=campaign,
                encoder=encoder,
                name=options["encoder"],
                top=options["top"],
                now=self.now(),
                advance=advance,
            )
        figures = {"queries": ranked.queries, "pairs": ranked.pairs, "open_and_left_alone": ranked.left_alone}
        self.report(figures, as_json=options["json"])
