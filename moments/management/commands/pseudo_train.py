"""`pseudo_train`: training sets by similarity."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.encoders import DEFAULT_ENCODER, is_encoder, known_encoders
from moments.encoders.services import stored_encoder
from moments.management.command import ReelevanceCommand
from moments.ranking.services.training_sets import make_training_sets


class Command(ReelevanceCommand):
    """Makes training sets."""

    help = (
        "Write a training set for each depth: every caption as a query with its most similar moments, except "
        "captions with the text of a validation or test query."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Depths, folder, encoder."""
        super().add_arguments(parser)
        parser.add_argument("--top", type=int, nargs="+", required=True, help="depths, such as 1 20 40")
        parser.add_argument("--out", type=Path, required=True, help="the folder for the files train_topNN.json")
        encoders = f"one of {known_encoders()} (default: the campaign's encoder, otherwise {DEFAULT_ENCODER})"
        parser.add_argument("--encoder", default="", help=encoders)

    def run(self, **options: Any) -> None:
        """Rank, write, and say what was left out."""
        name = options["encoder"] or (self.campaign.encoder if is_encoder(self.campaign.encoder) else DEFAULT_ENCODER)
        encoder = stored_encoder(name)
        with self.progress(2 * self.campaign.moments.count(), "encoding and ranking") as advance:
            made = make_training_sets(
                campaign=self.campaign, encoder=encoder, tops=options["top"], folder=options["out"], advance=advance
            )
        figures = {
            "encoder": name,
            "queries": made.queries,
            "left_out_for_val_or_test": made.left_out,
            **made.rows,
        }
        self.report(figures, as_json=options["json"])
