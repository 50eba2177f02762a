"""`python -m evaluation`: scores a run, or says how sure an order of runs is; needs only numpy."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable

from evaluation.cli.evaluate import HELP, Options, add_options, evaluate
from evaluation.cli.stability import HELP as STABILITY_HELP
from evaluation.cli.stability import add_stability_options, ask_stability
from evaluation.metrics.errors import EvaluationError

STABILITY = "stability"


def main() -> int:
    """Parse, evaluate, and answer with the exit code: 1 and one line for bad input."""
    words = sys.argv[1:]
    if words[:1] == [STABILITY]:
        parser = ArgumentParser(prog=f"python -m evaluation {STABILITY}", description=STABILITY_HELP)
        add_stability_options(parser)
        return _run(ask_stability, vars(parser.parse_args(words[1:])))
    parser = ArgumentParser(
        prog="python -m evaluation",
        description=HELP,
        epilog=f"`python -m evaluation {STABILITY} --help`: {STABILITY_HELP}",
    )
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
