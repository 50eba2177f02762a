"""`what_if`: a campaign's scores under another protocol."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from consensus.what_if.replay import CHANGEABLE
from consensus.what_if.selectors import what_if
from consensus.what_if.tables import changes_from, figures
from evaluation.scale import WIDEST
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand
from moments.protocol import ProtocolError


class Command(ReelevanceCommand):
    """Replays a campaign."""

    help = "Show what another protocol would change in a campaign. Nothing is written."
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The keys to replace; without any the campaign is replayed as it is."""
        super().add_arguments(parser)
        parser.add_argument(
            "--tolerance", default="", metavar="N", help=f"0 to the highest level, at most {WIDEST.span}"
        )
        parser.add_argument(
            "--threshold", default="", metavar="X", help=f"0 to the highest level, at most {WIDEST.highest}"
        )
        parser.add_argument("--statistic", default="", metavar="NAME", help="mean or min")
        parser.add_argument("--window", default="", metavar="N", help="1 to the batch size")

    def run(self, **options: Any) -> None:
        """Replay and say."""
        try:
            changes = changes_from({key: options[key] for key in CHANGEABLE})
        except ProtocolError as error:
            raise BadInput(str(error)) from error
        found = figures(what_if(self.campaign, changes), changes)
        if not options["json"]:
            found |= {key: _lines(found[key]) for key in ("moves", "suggestions")}
        self.report(found, as_json=options["json"])


def _lines(moves: list[dict[str, Any]]) -> str:
    return "; ".join(f"{move['from']} -> {move['to']} {move['count']}" for move in moves) or "none"
