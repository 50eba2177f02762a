"""`compare_depth_rules`: R7 and other rules on depth against what the leads of published raw scores decided."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from consensus.management.levels import add_levels_option, scale_in
from consensus.rawscores.depth import SHIFT, first_batches
from consensus.rawscores.depth_rules import held_against_leads
from consensus.rawscores.depth_trees import Forest
from consensus.rawscores.held import Draws, DrawsError
from consensus.rawscores.reading import RawScoresError, read_raw_scores
from evaluation.scale import SCALE
from moments.protocol import Protocol, ProtocolError

DEFAULTS = Protocol()


class Command(BaseCommand):
    """Parses, compares, prints."""

    help = (
        "Compare R7 and other rules on depth with the leads' decisions in a file of raw scores such as TVR-Ranking's "
        "(docs/rules.md). A query was extended if its pairs plus the shift are in the file. Nothing is written."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, how second batches are numbered, the rule, and the scale."""
        parser.add_argument("raw", type=Path, metavar="RAW.csv", help="the raw scores")
        parser.add_argument(
            "--shift", type=int, default=SHIFT, metavar="N", help="what second batches add to numbers (%(default)s)"
        )
        parser.add_argument("--batch-size", type=int, default=DEFAULTS.batch_size, metavar="N", help="(%(default)s)")
        parser.add_argument("--tolerance", type=int, metavar="N", help=f"({DEFAULTS.tolerance}, on two levels 0)")
        half = f"({DEFAULTS.threshold:g}, on another scale than 0 to 4 its half)"
        parser.add_argument("--threshold", type=float, metavar="X", help=half)
        parser.add_argument("--statistic", default=DEFAULTS.statistic, metavar="NAME", help="mean or min (%(default)s)")
        parser.add_argument("--window", type=int, default=DEFAULTS.window, metavar="N", help="(%(default)s)")
        add_levels_option(parser)
        add_draw_options(parser)
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare; bad input is one clear line and exit 1."""
        scale, usual = scale_in(options), ("tolerance", "threshold")
        try:
            protocol = replace(
                Protocol(**{key: options[key] for key in ("batch_size", "statistic", "window")}).moved(SCALE, scale),
                **{key: options[key] for key in usual if options[key] is not None},
            )
            protocol.require_on(scale)
            draws = Draws(options["resamples"], options["seed"])
            forest = Forest(options["folds"], options["seed"]) if options["trees"] else None
            scores = read_raw_scores(options["raw"], scale)
            batches = first_batches(
                scores, shift=options["shift"], batch_size=protocol.batch_size, tolerance=protocol.tolerance
            )
            figures = held_against_leads(batches, protocol, scale, draws, forest)
        except (RawScoresError, ProtocolError, DrawsError) as error:
            raise CommandError(str(error)) from error
        lines = [json.dumps(figures)] if options["json"] else _lines(figures, protocol)
        for line in lines:
            self.stdout.write(line)


def add_draw_options(parser: CommandParser) -> None:
    """How intervals are drawn, and whether trees are fitted too."""
    draws, forest = Draws(), Forest()
    resamples = "draws of the queries for 95%% intervals (%(default)s)"
    parser.add_argument("--resamples", type=int, default=draws.resamples, metavar="N", help=resamples)
    trees = "also fit boosted trees that see all verdicts of a batch, and predict queries that they have not seen"
    parser.add_argument("--trees", action="store_true", help=trees)
    parser.add_argument("--folds", type=int, default=forest.folds, metavar="N", help="folds of --trees (%(default)s)")
    parser.add_argument("--seed", type=int, default=draws.seed, metavar="N", help="seed of draws and folds (0)")


def _lines(figures: dict[str, Any], protocol: Protocol) -> list[str]:
    return [
        f"queries: {figures['queries']:,}, extended by their leads: {figures['extended']:,}",
        _r7(figures["R7"]),
        f"95% intervals are from {figures['resamples']:,} draws of the queries; thresholds stay the same in all draws",
        "other rules, each with the threshold that leads agree with most:",
        *(f"  {_rule(rule)}" for rule in figures["rules"]),
        *(_trees(figures["trees"]) if "trees" in figures else []),
        f"leads' decisions by R7's value ({protocol.statistic} of the last {protocol.window}):",
        *(f"  {_bin(one)}" for one in figures["by_value"]),
        *_border(figures["border"], protocol.batch_size),
    ]


def _r7(rule: dict[str, Any]) -> str:
    what = f"R7 ({rule['statistic']} of the last {rule['window']} at least {rule['threshold']:g})"
    return f"{what}: agrees on {_agreement(rule)} of {rule['suggestions']:,} queries, {_auc(rule)}"


def _rule(rule: dict[str, Any]) -> str:
    what = f"{rule['statistic']} among the last {rule['window']}"
    return f"{what}, at least {rule['threshold']:.3g}: agrees on {_agreement(rule)}, {_auc(rule)}"


def _trees(trees: dict[str, Any]) -> list[str]:
    low, high = (_points(end) for end in trees["gain_over_R7_interval"])
    best = trees["best"]
    return [
        f"boosted trees on all {trees['verdicts']} verdicts, {trees['folds']} folds by query, seed {trees['seed']}:",
        f"  extend at an even chance: agrees on {_agreement(trees)} of {trees['queries']:,} queries, {_auc(trees)}",
        f"  extend from the chance {best['threshold']:.2f} that leads agree with most: agrees on {_agreement(best)}",
        f"  agrees with the leads {_points(trees['gain_over_R7'])} [{low}, {high}] percentage points more than R7",
    ]


def _agreement(figures: dict[str, Any]) -> str:
    low, high = (_percent(end) for end in figures["agreement_interval"])
    return f"{_percent(figures['agreement'])} [{low}, {high}]"


def _auc(figures: dict[str, Any]) -> str:
    low, high = (_two(end) for end in figures["auc_interval"])
    return f"AUC {_two(figures['auc'])} [{low}, {high}]"


def _bin(one: dict[str, Any]) -> str:
    reach = f"from {one['from']:.1f}" + (f" to below {one['to']:.1f}" if one["to"] is not None else "")
    share = _percent(one["extended"] / one["batches"])
    return f"{reach}: extended {one['extended']:,} of {one['batches']:,} ({share})"


def _border(border: dict[str, Any], batch_size: int) -> list[str]:
    """What the extended queries show at the border of their batches."""
    at = border["means"][batch_size - 1 : batch_size + 1]
    couples = _percent(border["changed_couples"] / border["queries"])
    return [
        f"mean relevance of extended queries at ranks {batch_size} and {batch_size + 1}: "
        f"{' and '.join(_two(mean) for mean in at)}",
        f"the two people who gave most scores differ between the batches in {couples} of "
        f"{border['queries']:,} extended queries",
    ]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}%"


def _points(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:+.1f}"


def _two(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.2f}"
