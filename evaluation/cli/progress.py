"""A progress bar for people, in plain characters."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from evaluation.stability.progress import Advance, unheard

WIDTH = 40


@contextmanager
def progress_bar(total: int) -> Iterator[Advance]:
    """A bar on standard error, if that is a terminal; yields what to call with the number of pieces done."""
    if not sys.stderr.isatty():
        yield unheard
        return
    try:
        yield lambda done: _draw(done, total)
    finally:
        sys.stderr.write(f"\r{' ' * (WIDTH + 7)}\r")


def _draw(done: int, total: int) -> None:
    share = min(1.0, done / max(total, 1))
    filled = int(share * WIDTH)
    sys.stderr.write(f"\r[{'#' * filled}{' ' * (WIDTH - filled)}] {share:>4.0%}")
    sys.stderr.flush()
