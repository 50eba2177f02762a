"""`fit_annotators`: the synthetic annotators that behave like those of a file of raw scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from consensus.management.levels import add_levels_option, scale_in
from consensus.rawscores.reading import RawScoresError, read_raw_scores
from consensus.rawscores.writing import whole_file
from consensus.simulation.fitting import Fit, fit_model
from consensus.simulation.measuring import measure_campaign
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol


class Command(BaseCommand):
    """Parses, measures, fits, writes the parameters and prints the table of targets."""

    help = "Fit the synthetic annotators to a CSV file of raw scores (docs/simulation.md), in under a minute."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The file to fit to, the file to write, the seed of the search, the number of queries, the scale."""
        parser.add_argument("raw", type=Path, metavar="RAW.csv", help="the raw scores")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the JSON file to write")
        parser.add_argument("--seed", type=int, default=0, help="seed of the search (default %(default)s)")
        parser.add_argument(
            "--queries",
            type=int,
            metavar="N",
            help="number of queries in the file, to calculate the share of second batches",
        )
        add_levels_option(parser)
        parser.add_argument("--json", action="store_true", help="print the JSON that was written instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fit; bad input is one clear line and exit 1."""
        if options["seed"] < 0:
            raise CommandError(f"--seed: expected an integer of at least 0, got {options['seed']}")
        if not options["out"].parent.is_dir():
            raise CommandError(f"{options['out']}: the folder does not exist")
        scale = scale_in(options)
        fit = _fit_to(options["raw"], queries=options["queries"], seed=options["seed"], scale=scale)
        text = _text_of(fit)
        try:
            with whole_file(options["out"]) as stream:
                stream.write(text)
        except (OSError, ValueError) as error:
            raise CommandError(f"{options['out']}: {error}") from error
        self.stdout.write(text if options["json"] else _table_of(fit), ending="")


def _fit_to(raw: Path, *, queries: int | None, seed: int, scale: Scale) -> Fit:
    protocol = Protocol().moved(SCALE, scale)
    try:
        pairs = read_raw_scores(raw, scale).pairs
        targets = measure_campaign(pairs, protocol=protocol, queries=queries, scale=scale)
    except RawScoresError as error:
        raise CommandError(str(error)) from error
    except ValueError as error:
        raise CommandError(f"{raw}: {error}") from error
    return fit_model(targets, protocol=protocol, seed=seed, scale=scale)


def _table_of(fit: Fit) -> str:
    lines = [f"{'figure':<24}{'target':>8}{'reached':>9}"]
    lines += [f"{name:<24}{target:>8.3f}{reached:>9.3f}" for name, (target, reached) in fit.table.items()]
    return "\n".join(lines) + "\n"


def _text_of(fit: Fit) -> str:
    table = {
        name: {"target": round(target, 4), "reached": round(reached, 4)}
        for name, (target, reached) in fit.table.items()
    }
    return json.dumps({**fit.model.as_dict(), "figures": table}, indent=2) + "\n"
