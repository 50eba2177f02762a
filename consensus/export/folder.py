"""A folder of files being written, with a checksum of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

MANIFEST = "manifest.json"
BUFFER_BYTES = 1 << 18


class Folder:
    """A folder being written; `path` is where until it is whole.

    `rows` counts what each file holds, `left_out` what a format's layout does not hold: reason → how many. `listed`
    files are described in a list among the others, and not each for itself.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, int] = {}
        self.left_out: dict[str, dict[str, int]] = {}
        self.listed: set[str] = set()
        self._described: dict[str, dict[str, object]] = {}

    def file(self, name: str) -> Path:
        """Where the file `name` is written; its folder is there."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    @contextmanager
    def text(self, name: str) -> Iterator[TextIO]:
        """A UTF-8 stream to the file `name`, line ends as written."""
        with self.file(name).open("w", encoding="utf-8", newline="", buffering=BUFFER_BYTES) as stream:
            yield stream

    def write(self, name: str, text: str) -> None:
        """The file `name` with that text."""
        with self.text(name) as stream:
            stream.write(text)

    def files(self) -> dict[str, dict[str, object]]:
        """Each finished file's SHA-256, size in bytes and, where told, rows; by name in order, without `listed` ones.

        Each file is read once.
        """
        found = sorted(str(path.relative_to(self.path)) for path in self.path.rglob("*") if path.is_file())
        described = [name for name in found if name not in self.listed]
        for name in described:
            if name not in self._described:
                self._described[name] = self._describe(name)
        return {name: self._described[name] for name in described}

    def _describe(self, name: str) -> dict[str, object]:
        path = self.path / name
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        described: dict[str, object] = {"sha256": digest, "bytes": path.stat().st_size}
        rows = self.rows.get(name)
        return described if rows is None else {**described, "rows": rows}
