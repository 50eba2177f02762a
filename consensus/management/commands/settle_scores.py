"""`settle_scores`: the consensus of a file of raw scores, without a database."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from consensus.management.levels import add_levels_option, scale_in
from consensus.rawscores.reading import RawScoresError
from consensus.rawscores.settling import settle_file
from moments.protocol import Protocol, ProtocolError

LABELS = {
    "undecided": "of these undecided (two rows that disagree)",
    "other_row_counts": "neither two nor four rows",
}


class Command(BaseCommand):
    """Parses, calls `settle_file`, prints its summary."""

    help = (
        "Settle a CSV file of raw scores by the rules R3, R5 and R8 (docs/rules.md). It needs the columns pair_id, "
        "worker and relevance; other columns are copied."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The file to read, the file to write, the tolerance of R3, and the scale."""
        parser.add_argument("raw", type=Path, metavar="RAW.csv", help="the raw scores")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the labels to write (CSV)")
        parser.add_argument(
            "--tolerance",
            type=int,
            default=Protocol().tolerance,
            help="scores that differ by at most this agree (default %(default)s)",
        )
        add_levels_option(parser)
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Settle the file; bad input is one clear line and exit 1."""
        scale = scale_in(options)
        try:
            summary = settle_file(options["raw"], options["out"], tolerance=options["tolerance"], scale=scale)
        except (RawScoresError, ProtocolError) as error:
            raise CommandError(str(error)) from error
        figures = asdict(summary)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
        else:
            for name, figure in figures.items():
                self.stdout.write(f"{LABELS.get(name, name.replace('_', ' '))}: {figure}")
        twice = summary.pairs_with_a_worker_twice
        if twice:
            self.stderr.write(f"warning: pairs with two scores by the same worker: {twice}")
