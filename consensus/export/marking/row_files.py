"""Files that begin with their first row, such as one for each task that has a question."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
from typing import Self, TextIO

from consensus.export.folder import Folder


class RowFiles:
    """Writes rows into files by name; `begin`, `between` and `end` stand around the rows of each, which are counted."""

    def __init__(self, folder: Folder, *, begin: str = "", between: str = "", end: str = "") -> None:
        self._folder, self._stack = folder, ExitStack()
        self._begin, self._between, self._end = begin, between, end
        self._streams: dict[str, TextIO] = {}
        self._rows: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._stack:
            if kind is None:
                for stream in self._streams.values():
                    stream.write(self._end)
                self._folder.rows.update(self._rows)

    def write(self, name: str, row: str) -> None:
        """One more row of the file `name`."""
        if name not in self._streams:
            self._streams[name] = self._stack.enter_context(self._folder.text(name))
            self._streams[name].write(self._begin)
            self._rows[name] = 0
        self._streams[name].write(f"{self._between}{row}" if self._rows[name] else row)
        self._rows[name] += 1
