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
            scores = read_raw_scores(options["raw"], scale)
            batches = first_batches(
                scores, shift=options["shift"], batch_size=protocol.batch_size, tolerance=protocol.tolerance
            )
        except (RawScoresError, ProtocolError) as error:
            raise CommandError(str(error)) from error
        figures = held_against_leads(batches, protocol, scale)
        lines = [json.dumps(figures)] if options["json"] else _lines(figures, protocol)
        for line in lines:
            self.stdout.write(line)


def _lines(figures: dict[str, Any], protocol: Protocol) -> list[str]:
    return [
        f"queries: {figures['queries']:,}, extended by their leads: {figures['extended']:,}",
        _r7(figures["R7"]),
        "other rules, each with the threshold that leads agree with most:",
        *(f"  {_rule(rule)}" for rule in figures["rules"]),
        f"leads' decisions by R7's value ({protocol.statistic} of the last {protocol.window}):",
        *(f"  {_bin(one)}" for one in figures["by_value"]),
        *_border(figures["border"], protocol.batch_size),
    ]


def _r7(rule: dict[str, Any]) -> str:
    what = f"R7 ({rule['statistic']} of the last {rule['window']} at least {rule['threshold']:g})"
    return (
        f"{what}: agrees on {_percent(rule['agreement'])} of {rule['suggestions']:,} queries, AUC {_two(rule['auc'])}"
    )


def _rule(rule: dict[str, Any]) -> str:
    what = f"{rule['statistic']} among the last {rule['window']}"
    return f"{what}, at least {rule['threshold']:.3g}: agrees on {_percent(rule['agreement'])}, AUC {_two(rule['auc'])}"


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


def _two(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.2f}"
