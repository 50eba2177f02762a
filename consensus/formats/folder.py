"""A folder of files that is there whole or not at all, with a checksum of each."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from moments.errors import BadInput

MANIFEST = "manifest.json"


class Folder:
    """A folder being written; `path` is where until it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, int] = {}

    @contextmanager
    def text(self, name: str) -> Iterator[TextIO]:
        """A UTF-8 stream to the file `name`, line ends as written."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as stream:
            yield stream

    def files(self) -> dict[str, dict[str, object]]:
        """Each file's SHA-256, size in bytes and, where told, rows; by name in order."""
        found = sorted(path for path in self.path.rglob("*") if path.is_file())
        return {str(path.relative_to(self.path)): self._described(path) for path in found}

    def _described(self, path: Path) -> dict[str, object]:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        described: dict[str, object] = {"sha256": digest, "bytes": path.stat().st_size}
        rows = self.rows.get(str(path.relative_to(self.path)))
        return described if rows is None else {**described, "rows": rows}


@contextmanager
def whole_folder(out: Path) -> Iterator[Folder]:
    """A folder that takes the place of `out` when the block ends well, and is gone when it does not.

    Raises BadInput where `out` is something else than an earlier export or an empty folder, and
    where it cannot be written.
    """
    _require_replaceable(out)
    out = out.absolute()
    growing = out.with_name(f".{out.name}.{os.getpid()}.partial")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(growing, ignore_errors=True)
        growing.mkdir()
        yield Folder(growing)
        _sync(growing)
        _replace(growing, out)
    except OSError as error:
        raise BadInput(f"{out}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(growing, ignore_errors=True)


def _require_replaceable(out: Path) -> None:
    if not out.exists():
        return
    if not out.is_dir():
        raise BadInput(f"{out}: is a file; --out takes a folder")
    if any(out.iterdir()) and not _is_export(out):
        raise BadInput(f"{out}: holds other files; an export replaces only an export")


def _is_export(out: Path) -> bool:
    """Whether the folder holds an export and nothing else."""
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        known = {MANIFEST, *manifest["files"]}
        return str(manifest["software"]).startswith("reelevance ") and known >= _names(out)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def _names(out: Path) -> set[str]:
    return {str(path.relative_to(out)) for path in out.rglob("*") if not path.is_dir() or path.is_symlink()}


def _replace(growing: Path, out: Path) -> None:
    if not out.exists():
        growing.rename(out)
        return
    old = out.with_name(f".{out.name}.{os.getpid()}.old")
    out.rename(old)
    growing.rename(out)
    shutil.rmtree(old)


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
