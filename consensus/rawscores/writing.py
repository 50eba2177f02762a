"""Writes a file that is there whole or not at all."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A UTF-8 stream to a file beside `path` that takes its place when the block ends well.

    Raises OSError when that cannot be done, and leaves neither a part nor the temporary file.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with temporary.open("w", encoding="utf-8", newline="") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_rows(path: Path, rows: Iterable[list[str]]) -> None:
    """Write the rows as CSV with line feeds, whole or not at all; raises OSError."""
    with whole_file(path) as stream:
        csv.writer(_LineFeeds(stream), lineterminator="\r\n").writerows(rows)


class _LineFeeds:
    """Ends each row with a line feed, where csv would then leave a carriage return in a field unquoted."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, row: str) -> int:
        return self._stream.write(row.removesuffix("\r\n") + "\n")
