"""The file of an archived campaign: a ZIP of tables and files with a manifest of checksums, written and read in parts.

It lies under its name whole or not at all. Tables are JSON Lines: the first line names the columns, each further one
is a row. `docs/archive.md` describes every part.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from archive.tables.checks import unfit_manifest, unfit_packing

FORMAT = "reelevance-campaign"
VERSION = 1
MANIFEST = "manifest.json"
PART_BYTES = 1 << 20
SPOOLED_BYTES = 8 << 20
LONGEST_MANIFEST = 1 << 20
LONGEST_LINE = 64 << 20
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that ZIP can say: no clock in the file
DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError),
    *(ValueError, KeyError, TypeError, RecursionError),
)


class ArchiveError(Exception):
    """The file cannot be used; the message is one line that names it."""


class ArchiveWriter:
    """Grows the archive; `described` collects what the manifest says of each entry."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        self._packed = packed
        self.described: dict[str, dict[str, Any]] = {}

    def table(self, name: str, columns: list[str], rows: Iterable[list[Any]]) -> int:
        """Write a table; how many rows it has."""
        count = 0
        with self._entry(f"tables/{name}.jsonl", zipfile.ZIP_DEFLATED) as write:
            write(_line(columns))
            for row in rows:
                write(_line(row))
                count += 1
        self.described[f"tables/{name}.jsonl"]["rows"] = count
        return count

    def files(self, name: str, files: Iterable[tuple[dict[str, Any], IO[bytes]]]) -> int:
        """Copy files one after another into the entry `files/<name>`; how many.

        Each has a line of JSON before it: what is given of it, `bytes` and `sha256`.
        """
        count = 0
        with self._entry(f"files/{name}", zipfile.ZIP_STORED) as write:
            for about, source in files:
                with tempfile.SpooledTemporaryFile(SPOOLED_BYTES) as copy:
                    write(_line({**about, **_copied(source, copy)}))
                    copy.seek(0)
                    while part := copy.read(PART_BYTES):
                        write(part)
                count += 1
        self.described[f"files/{name}"]["files"] = count
        return count

    def finish(self, about: Mapping[str, Any]) -> None:
        """Write the manifest, the last entry."""
        manifest = {"format": FORMAT, "version": VERSION, **about, "entries": self.described}
        with self._entry(MANIFEST, zipfile.ZIP_DEFLATED) as write:
            write(json.dumps(manifest, ensure_ascii=False, sort_keys=True, indent=1).encode())

    @contextmanager
    def _entry(self, name: str, how: int) -> Iterator[Callable[[bytes], None]]:
        info = zipfile.ZipInfo(name, EPOCH)
        info.compress_type, info.external_attr, info.create_system = how, 0o100600 << 16, 3
        digest, size = hashlib.sha256(), 0
        with self._packed.open(info, "w", force_zip64=True) as target:

            def write(part: bytes) -> None:
                nonlocal size
                target.write(part)
                digest.update(part)
                size += len(part)

            yield write
        self.described[name] = {"bytes": size, "sha256": digest.hexdigest()}


@contextmanager
def written_archive(path: Path) -> Iterator[ArchiveWriter]:
    """An archive that takes the name `path`, readable only by its owner, when the block ends well, and not before.

    Raises ArchiveError if something has that name or it cannot be written; what a killed writer left behind ends in
    `.partial` and is replaced.
    """
    if path.exists():
        raise ArchiveError(f"{path}: already exists")
    growing = path.with_name(f"{path.name}.partial")
    try:
        growing.unlink(missing_ok=True)
        with os.fdopen(os.open(growing, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", allowZip64=True) as packed:
                yield ArchiveWriter(packed)
            file.flush()
            os.fsync(file.fileno())
        os.link(growing, path)  # unlike a rename, never over what came there meanwhile
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        growing.unlink(missing_ok=True)


class ArchiveReader:
    """An archive whose every byte was compared with the manifest."""

    def __init__(self, packed: zipfile.ZipFile, path: Path) -> None:
        self._packed, self.path = packed, path
        self.manifest = self._manifest()
        self.entries: dict[str, dict[str, Any]] = self.manifest["entries"]

    def verify(self, advance: Callable[[int], None]) -> None:
        """Read everything once; raises ArchiveError for a byte that is not what it was."""
        names = [name for name in self._packed.namelist() if name != MANIFEST]
        if sorted(names) != sorted(self.entries):
            raise self._damaged("does not contain the entries that its manifest names")
        if wrong := unfit_packing(self._packed.infolist(), self.path.stat().st_size):
            raise self._damaged(wrong)
        for name, described in self.entries.items():
            with self._opened(name) as file:
                digest = hashlib.file_digest(file, "sha256")  # type: ignore[arg-type]
                size = file.tell()
            if (digest.hexdigest(), size) != (described["sha256"], described["bytes"]):
                raise self._damaged(f"{name} has been changed")
            advance(size)

    def table(self, name: str) -> tuple[list[str], Iterator[list[Any]]]:
        """The columns and the rows of a table; no columns where the archive has none of that name."""
        if f"tables/{name}.jsonl" not in self.entries:
            return [], iter(())
        lines = self._lines(f"tables/{name}.jsonl")
        columns = next(lines, None)
        if not isinstance(columns, list) or not all(isinstance(column, str) for column in columns):
            raise self._damaged(f"tables/{name}.jsonl does not start with its columns")
        return columns, lines

    def rows(self, name: str) -> int:
        """How many rows a table has."""
        return int(self.entries.get(f"tables/{name}.jsonl", {}).get("rows", 0))

    def files(self, name: str) -> Iterator[tuple[dict[str, Any], IO[bytes]]]:
        """What the archive says of each file, and its bytes, to be read before the next is asked for."""
        if f"files/{name}" not in self.entries:
            return
        with self._opened(f"files/{name}") as file:
            while line := self._line(file):
                about = json.loads(line)
                if not all(isinstance(about[name], int) and about[name] >= 0 for name in ("row", "bytes")):
                    raise ValueError("row or bytes is not a number")
                part = _Part(file, about["bytes"])
                yield about, io.BufferedReader(part, PART_BYTES)
                part.skip()

    def _lines(self, name: str) -> Iterator[list[Any]]:
        with self._opened(name) as file:
            while line := self._line(file):
                yield json.loads(line, parse_constant=_no_number)

    def _line(self, file: IO[bytes]) -> bytes:
        line = file.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise self._damaged(f"contains a line of more than {LONGEST_LINE:,} bytes")
        return line

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        try:
            with self._packed.open(name) as file:
                yield file
        except DAMAGE as error:
            raise self._damaged(f"{name} cannot be read") from error

    def _manifest(self) -> dict[str, Any]:
        try:
            if self._packed.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
                raise self._damaged("its manifest is too long")
            manifest = json.loads(self._packed.read(MANIFEST))
            kind, version, entries = manifest["format"], manifest["version"], manifest["entries"]
        except DAMAGE as error:
            raise self._damaged("it has no readable manifest") from error
        if kind != FORMAT or not isinstance(entries, dict):
            raise ArchiveError(f"{self.path}: is not an archived campaign")
        if version != VERSION:
            raise ArchiveError(f"{self.path}: is of version {version}; this platform reads version {VERSION}")
        if wrong := unfit_manifest(manifest):
            raise self._damaged(wrong)
        return dict(manifest)

    def _damaged(self, how: str) -> ArchiveError:
        return ArchiveError(f"{self.path}: is damaged: {how}")


@contextmanager
def read_archive(path: Path) -> Iterator[ArchiveReader]:
    """The archive, opened; raises ArchiveError for what is none, is not whole or is of another version."""
    try:
        with zipfile.ZipFile(path) as packed:
            yield ArchiveReader(packed, path)
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read: {error.strerror or error}") from error
    except zipfile.BadZipFile as error:
        raise ArchiveError(f"{path}: is not an archived campaign, or is incomplete") from error


class _Part(io.RawIOBase):
    """The next `left` bytes of a file, as a file of their own."""

    def __init__(self, file: IO[bytes], left: int) -> None:
        super().__init__()
        self._file, self._left = file, left

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill what there is of the buffer."""
        part = self._file.read(min(len(buffer), self._left))
        buffer[: len(part)] = part
        self._left -= len(part)
        return len(part)

    def skip(self) -> None:
        """Pass by what was not read."""
        while self._left and (part := self._file.read(min(PART_BYTES, self._left))):
            self._left -= len(part)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON number")


def _copied(source: IO[bytes], copy: IO[bytes]) -> dict[str, Any]:
    shutil.copyfileobj(source, copy, PART_BYTES)
    copy.seek(0)
    digest = hashlib.file_digest(copy, "sha256").hexdigest()  # type: ignore[arg-type]
    return {"bytes": copy.tell(), "sha256": digest}


def _line(row: list[Any] | dict[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"
