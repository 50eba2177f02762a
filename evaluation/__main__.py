"""`python -m evaluation` scores runs, segments and twins, and says how sure their order is; it needs only numpy."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import NamedTuple

from evaluation.cli.evaluate import HELP, Options, add_options, evaluate
from evaluation.cli.measures import HELP as MEASURES_HELP
from evaluation.cli.measures import add_measure_options, compare_measures
from evaluation.cli.segments import HELP as SEGMENTS_HELP
from evaluation.cli.segments import add_segment_options, evaluate_segments
from evaluation.cli.stability import HELP as STABILITY_HELP
from evaluation.cli.stability import add_stability_options, ask_stability
from evaluation.cli.twins import HELP as TWINS_HELP
from evaluation.cli.twins import add_twin_options, evaluate_twins
from evaluation.metrics.errors import EvaluationError


class Command(NamedTuple):
    """What a first word sets going, and its options."""

    help: str
    add_options: Callable[[ArgumentParser], None]
    work: Callable[[Options, Callable[[str], object]], None]


COMMANDS = {
    "measures": Command(MEASURES_HELP, add_measure_options, compare_measures),
    "stability": Command(STABILITY_HELP, add_stability_options, ask_stability),
    "segments": Command(SEGMENTS_HELP, add_segment_options, evaluate_segments),
    "twins": Command(TWINS_HELP, add_twin_options, evaluate_twins),
}


def main() -> int:
    """Parse, evaluate, and answer with the exit code: 1 and one line for bad input."""
    words = sys.argv[1:]
    if words and words[0] in COMMANDS:
        command = COMMANDS[words[0]]
        parser = ArgumentParser(prog=f"python -m evaluation {words[0]}", description=command.help)
        command.add_options(parser)
        return _run(command.work, vars(parser.parse_args(words[1:])))
    others = (f"`python -m evaluation {name} --help`: {command.help}" for name, command in COMMANDS.items())
    parser = ArgumentParser(prog="python -m evaluation", description=HELP, epilog=" ".join(others))
    add_options(parser)
    return _run(evaluate, vars(parser.parse_args(words)))


def _run(work: Callable[[Options, Callable[[str], object]], None], options: Options) -> int:
    try:
        work(options, lambda text: sys.stdout.write(f"{text}\n"))
    except EvaluationError as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
