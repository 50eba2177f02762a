"""The files of runs in their folder: written whole under a random name, bounded, and removed."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import time
import zlib
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.parts import GZIP_MAGIC, LIMIT_BYTES

SENT_LIMIT_BYTES = 200 * 1024 * 1024
ORPHAN_AGE_S = 24 * 3600
PART_BYTES = 1024 * 1024
NAME = re.compile(r"[A-Za-z0-9_-]{24}\.(?:run|corpus)(?:\.partial)?")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that lies there: its digest and size as sent, its size unpacked."""

    path: Path
    sha256: str
    size: int
    unpacked: int


def random_token() -> str:
    """A random name that nobody can guess."""
    return secrets.token_urlsafe(18)


def run_path(folder: Path, token: str) -> Path:
    """Where the run of that name lies."""
    return folder / f"{token}.run"


def corpus_path(folder: Path, token: str) -> Path:
    """Where its video corpus lies."""
    return folder / f"{token}.corpus"


def store_file(
    path: Path, parts: Iterable[bytes], *, shown: str, sent_limit: int = SENT_LIMIT_BYTES, limit: int = LIMIT_BYTES
) -> StoredFile:
    """Write the parts to `path`, there whole or not at all; gzip is unpacked for its size and forgotten.

    Raises EvaluationError, naming the file as `shown`, for one that is empty, too large as sent or unpacked, or not
    whole gzip, and if it cannot be written.
    """
    growing = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o750)
        stored = _written(growing, parts, shown, sent_limit, limit)
        growing.replace(path)
    except OSError as error:
        raise EvaluationError(f"{shown}: cannot be stored: {error.strerror or error}") from error
    finally:
        growing.unlink(missing_ok=True)
    return StoredFile(path, *stored)


def _written(growing: Path, parts: Iterable[bytes], shown: str, sent_limit: int, limit: int) -> tuple[str, int, int]:
    digest, size, unpacking = hashlib.sha256(), 0, _Unpacking(shown, limit)
    descriptor = os.open(growing, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o640)
    with os.fdopen(descriptor, "wb") as file:
        for part in parts:
            size += len(part)
            if size > sent_limit:
                raise EvaluationError(f"{shown}: is larger than {sent_limit:,} bytes")
            unpacking.take(part)
            digest.update(part)
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    if not size:
        raise EvaluationError(f"{shown}: the file is empty")
    return digest.hexdigest(), size, unpacking.finished()


class _Unpacking:
    """Counts the bytes of a file as unpacked, part by part, in little memory."""

    def __init__(self, shown: str, limit: int) -> None:
        self.shown, self.limit = shown, limit
        self.size = 0
        self.head = b""
        self.gzip: zlib._Decompress | None = None
        self.is_known = False

    def take(self, part: bytes) -> None:
        """The next part of the file."""
        if not self.is_known:
            self.head += part
            if len(self.head) < len(GZIP_MAGIC):
                return
            part, self.is_known = self.head, True
            self.gzip = zlib.decompressobj(zlib.MAX_WBITS | 16) if part.startswith(GZIP_MAGIC) else None
        if self.gzip is None:
            self._count(len(part))
            return
        try:
            self._unpack(part)
        except zlib.error as error:
            raise EvaluationError(f"{self.shown}: damaged gzip: {error}") from error

    def finished(self) -> int:
        """The bytes of the whole; raises EvaluationError if gzip ends too soon."""
        if not self.is_known:
            return len(self.head)
        if self.gzip is not None and not self.gzip.eof:
            raise EvaluationError(f"{self.shown}: incomplete gzip: it ends too early")
        return self.size

    def _unpack(self, part: bytes) -> None:
        assert self.gzip is not None
        while True:
            if self.gzip.eof:
                part = part.lstrip(b"\0")  # padding behind a member, as gzip allows
                if not part:
                    return
                self.gzip = zlib.decompressobj(zlib.MAX_WBITS | 16)  # a further member follows
            unpacked = len(self.gzip.decompress(part, PART_BYTES))
            self._count(unpacked)
            part = self.gzip.unused_data if self.gzip.eof else self.gzip.unconsumed_tail
            if not part and unpacked < PART_BYTES:
                return

    def _count(self, size: int) -> None:
        self.size += size
        if self.size > self.limit:
            raise EvaluationError(f"{self.shown}: is larger than {self.limit:,} bytes when unpacked")


def remove_run_files(folder: Path, token: str) -> None:
    """Forget a run's files, if there are any."""
    if token:
        run_path(folder, token).unlink(missing_ok=True)
        corpus_path(folder, token).unlink(missing_ok=True)


def remove_orphans(folder: Path, known: Collection[str], *, older_than_s: float = ORPHAN_AGE_S) -> int:
    """Remove run files that no stored run names, once they are old; how many. Others' files stay."""
    if not folder.is_dir():
        return 0
    removed = 0
    for path in folder.iterdir():
        orphan = NAME.fullmatch(path.name) and path.name.split(".")[0] not in known
        with suppress(FileNotFoundError):  # an upload that ends meanwhile renames its file
            if orphan and time.time() - path.stat().st_mtime > older_than_s:
                path.unlink()
                removed += 1
    return removed
