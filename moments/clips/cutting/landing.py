"""A place to write a file in, from which it lands under its final name whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moments.clips.cutting.failures import CutError


@contextmanager
def landing(destination: Path) -> Iterator[Path]:
    """Yields a path to write to; at a good end the file is renamed to `destination`, else everything goes.

    The path lies in a folder of its own, beside the destination, on the same disk; other files written into
    that folder go with it. Raises CutError when the destination's folder cannot be written to or is full.
    """
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".cutting-", dir=destination.parent) as folder:
            temporary = Path(folder) / destination.name
            yield temporary
            _write_through(temporary)
            temporary.replace(destination)
    except OSError as error:
        raise _failure_of(error) from error


def _write_through(path: Path) -> None:
    """Without it a power cut may leave the final name with no bytes behind it."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _failure_of(error: OSError) -> CutError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CutError("disk_full", "the disk is full")
    return CutError("not_writable", f"the clip cannot be written: {error.strerror}")
