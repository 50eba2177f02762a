"""`python -m evaluation`: scores a run with numpy alone."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from evaluation.command_line import HELP, add_options, evaluate
from evaluation.errors import EvaluationError


def main() -> int:
    """Parse, evaluate, and answer with the exit code: 1 and one line for bad input."""
    parser = ArgumentParser(prog="python -m evaluation", description=HELP)
    add_options(parser)
    try:
        evaluate(vars(parser.parse_args()), lambda text: sys.stdout.write(f"{text}\n"))
    except EvaluationError as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
