"""Temporary folders, which do not stay for long even if their process is killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HELD = "held"


@contextmanager
def scratch_folder(name: str) -> Iterator[Path]:
    """An own folder among the system's temporary ones, gone at the end.

    Folders that others left when they were killed go first: whoever lives holds a lock on a file in its folder.
    """
    shelf = Path(tempfile.gettempdir()) / f"{name}-{os.getuid()}"
    shelf.mkdir(mode=0o700, exist_ok=True)
    if shelf.stat().st_uid != os.getuid():
        raise PermissionError(f"{shelf} belongs to somebody else")
    for left in shelf.iterdir():
        _forget(left)
    folder = Path(tempfile.mkdtemp(dir=shelf))
    with (folder / HELD).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _forget(folder: Path) -> None:
    """Removes the folder if nobody holds it; one that was made this moment has no file yet and stays."""
    with suppress(OSError), (folder / HELD).open("r+") as held:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
