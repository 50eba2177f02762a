"""Whoever reads a command's output through a pipe, and may be gone before its end (`… | head -5`)."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# What a shell says of a program that the signal ended.
READER_GONE = 128 + signal.SIGPIPE


@contextmanager
def quiet_without_reader() -> Iterator[None]:
    """Ends the process with exit code 141, without a word, where a write failed because nobody reads standard output.

    An error that is under way goes on instead; what is still to be written to nobody goes nowhere.
    """
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError as error:
        if not _is_reader_gone():  # another pipe of the command's
            raise
        raise SystemExit(READER_GONE) from error
    finally:
        if _is_reader_gone():
            _drop_output()


def _is_reader_gone() -> bool:
    try:
        pipe = select.poll()
        pipe.register(sys.stdout.fileno(), 0)
    except (AttributeError, OSError, ValueError):  # no file of the system
        return False
    return any(event & select.POLLERR for _, event in pipe.poll(0))


def _drop_output() -> None:
    """The interpreter writes what is left at its end, and would fail with it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
