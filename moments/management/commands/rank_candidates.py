"""`rank_candidates`: pairs with rank and similarity."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from moments.encoders import DEFAULT_ENCODER, known_encoders
from moments.encoders.services import stored_encoder
from moments.management.command import ReelevanceCommand
from moments.ranking.services.candidate_lists import Listed
from moments.ranking.services.ranking import RankedCounts, list_candidates, rank_candidates


class Command(ReelevanceCommand):
    """Ranks candidates."""

    help = "Rank every moment for every query that is not open yet, and keep the most similar."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Encoder and depth."""
        super().add_arguments(parser)
        encoders = f"one of {known_encoders()} (default: {DEFAULT_ENCODER})"
        parser.add_argument("--encoder", default=DEFAULT_ENCODER, help=encoders)
        parser.add_argument("--top", type=int, default=40, help="candidates per query (default: 40)")
        parser.add_argument(
            "--list-only",
            action="store_true",
            help="store the encoder's list of every query for comparison instead of creating pairs",
        )

    def run(self, **options: Any) -> None:
        """Rank and say how many pairs there are."""
        encoder = stored_encoder(options["encoder"])
        work = list_candidates if options["list_only"] else rank_candidates
        texts = self.campaign.moments.count() + self.campaign.queries.count()
        with self.progress(texts + self.campaign.queries.count(), "encoding and ranking") as advance:
            done = work(
                campaign=self.campaign,
                encoder=encoder,
                name=options["encoder"],
                top=options["top"],
                now=self.now(),
                advance=advance,
                encoding=advance,
            )
        self.report(_figures(done), as_json=options["json"])


def _figures(done: RankedCounts | Listed) -> dict[str, int]:
    if isinstance(done, RankedCounts):
        return {"queries": done.queries, "pairs": done.pairs, "open_and_left_alone": done.left_alone}
    return {"queries": done.queries, "candidates_listed": done.candidates}
