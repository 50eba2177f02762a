"""Copies clips and pictures so that files of one length have one size, which says nothing of what they show."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import zlib
from pathlib import Path
from typing import IO

from moments.clips.exact.frames import PICTURE

SMALLEST = 12
"""The bytes of an empty PNG chunk, and more than those of an empty MP4 box: what every file gets at least."""
PNG_END_BYTES = 12
# Ancillary, private and safe to copy: readers skip it.
PNG_CHUNK = b"paDd"
MP4_BOX = b"free"
ZEROS = bytes(1 << 16)
LONG_AGO_S = 315_532_800
"""1980-01-01, the time of every file, as no clock tells anything."""


def copy_padded(source: Path, target: Path, size: int) -> str:
    """Copies an MP4 or PNG and fills it to `size` bytes with what players skip; the copy's SHA-256.

    `size` is at least SMALLEST more than the source has. Raises OSError where it cannot be written.
    """
    with source.open("rb") as read, target.open("w+b") as written:
        shutil.copyfileobj(read, written)
        more = size - written.tell()
        (_fill_png if source.suffix == f".{PICTURE}" else _fill_mp4)(written, more)
    os.utime(target, (LONG_AGO_S, LONG_AGO_S))
    return _digest(target)


def copy_plain(source: Path, target: Path) -> str:
    """Copies a file as it is, with the same time as all others; its SHA-256."""
    shutil.copyfile(source, target)
    os.utime(target, (LONG_AGO_S, LONG_AGO_S))
    return _digest(target)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fill_mp4(file: IO[bytes], more: int) -> None:
    """An empty box behind the others (ISO/IEC 14496-12, 8.1.2)."""
    file.write(struct.pack(">I4s", more, MP4_BOX))
    _write_zeros(file, more - 8)


def _fill_png(file: IO[bytes], more: int) -> None:
    """A private chunk before the last one (ISO/IEC 15948, 5.3)."""
    file.seek(-PNG_END_BYTES, os.SEEK_END)
    end = file.read()
    file.seek(-PNG_END_BYTES, os.SEEK_END)
    length = more - SMALLEST
    file.write(struct.pack(">I4s", length, PNG_CHUNK))
    check = _write_zeros(file, length, zlib.crc32(PNG_CHUNK))
    file.write(struct.pack(">I", check) + end)


def _write_zeros(file: IO[bytes], count: int, check: int = 0) -> int:
    """Writes so many zeros; the CRC of what came before with them."""
    while count > 0:
        some = ZEROS[:count]
        file.write(some)
        check = zlib.crc32(some, check)
        count -= len(some)
    return check
