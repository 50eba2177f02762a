"""The option that says how many levels the scale of a file of raw scores has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from evaluation.scale import SCALE, Scale
from moments.scale import FEWEST_LEVELS, MOST_LEVELS


def add_levels_option(parser: CommandParser) -> None:
    """Let the command take `--levels`."""
    levels = f"how many levels the scale has, {FEWEST_LEVELS} to {MOST_LEVELS} (default %(default)s)"
    parser.add_argument("--levels", type=int, default=SCALE.count, metavar="N", help=levels)


def scale_in(options: Mapping[str, Any]) -> Scale:
    """The scale that the options name; raises CommandError if there can be none."""
    levels = options["levels"]
    if not FEWEST_LEVELS <= levels <= MOST_LEVELS:
        raise CommandError(f"--levels: expected an integer {FEWEST_LEVELS} to {MOST_LEVELS}, got {levels}")
    return Scale(SCALE.lowest, SCALE.lowest + levels - 1)
