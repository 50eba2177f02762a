"""Opens a file of named arrays (`.npz`) whose contents need not be trusted: headers are read before arrays."""

from __future__ import annotations

import struct
import tokenize
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from evaluation.metrics.errors import EvaluationError

ZIP_MAGIC = b"PK\x03\x04"
LONGEST_DIRECTORY = 64 * 1024
LONGEST_HEADER = 1000
LONGEST_END = 22 + 65_535
END, END_OF_LARGE = b"PK\x05\x06", b"PK\x06\x07"
ENDING = ".npy"
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack without a bound
# What numpy lets through of a header that is no Python value, and its warning of one that it mended.
UNREADABLE = (ValueError, TypeError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError, Warning)

# What zipfile raises of places, names and contents that cannot be.
DAMAGES = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
)


class Header(NamedTuple):
    """What an array is said to be."""

    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype[Any]

    @property
    def bytes(self) -> int:
        """How many bytes its values take."""
        count = 1
        for length in self.shape:
            count *= int(length)
        return count * self.dtype.itemsize


@contextmanager
def opened_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive; raises EvaluationError, also from within the block, for whatever is damaged in it."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise EvaluationError(f"{path}: {error.strerror or error}") from error
    with file:
        try:
            _refuse_crowded_directory(file, path)
            with zipfile.ZipFile(file) as archive:
                yield archive
        except EvaluationError:  # a ValueError too, and complete already
            raise
        except DAMAGES as error:
            raise EvaluationError(f"{path}: damaged archive: {error}") from error


@contextmanager
def opened_array(archive: zipfile.ZipFile, path: Path, name: str) -> Iterator[tuple[Header, IO[bytes]]]:
    """The header of an array, and its values as a stream of bytes; nothing of them is read yet."""
    with archive.open(_member(archive, path, name)) as stream:
        yield _header(stream, f"{path}: {name}"), stream


def header_of(archive: zipfile.ZipFile, path: Path, name: str) -> Header:
    """The header of an array; raises EvaluationError where the archive holds more or fewer bytes than it says."""
    with opened_array(archive, path, name) as (header, stream):
        told = _member(archive, path, name).file_size - stream.tell()
    if told != header.bytes:
        problem = f"its header says {header.bytes:,} bytes of values, the archive {told:,}"
        raise EvaluationError(f"{path}: {name}: {problem}")
    return header


def read_exactly(stream: IO[bytes], size: int, where: str) -> bytes:
    """So many bytes; raises EvaluationError where there are fewer."""
    content = stream.read(size)
    if len(content) != size:
        raise EvaluationError(f"{where}: ends too early")
    return content


def _member(archive: zipfile.ZipFile, path: Path, name: str) -> zipfile.ZipInfo:
    found = [member for member in archive.infolist() if member.filename == name + ENDING]
    if len(found) != 1:
        raise EvaluationError(f"{path}: {name}: {'appears twice' if found else 'is missing'}")
    if found[0].flag_bits & 1:
        raise EvaluationError(f"{path}: {name}: is encrypted")
    if found[0].compress_type not in COMPRESSIONS:
        raise EvaluationError(f"{path}: {name}: is compressed in a way that numpy does not write")
    return found[0]


def _header(stream: IO[bytes], where: str) -> Header:
    magic = read_exactly(stream, 8, where)
    version = tuple(magic[6:])
    if magic[:6] != b"\x93NUMPY" or version not in {(1, 0), (2, 0)}:
        raise EvaluationError(f"{where}: expected an array of numpy, format 1.0 or 2.0")
    length_bytes = read_exactly(stream, 2 if version == (1, 0) else 4, where)
    length = int.from_bytes(length_bytes, "little")
    if length > LONGEST_HEADER:
        raise EvaluationError(f"{where}: its header takes {length:,} bytes; at most {LONGEST_HEADER:,} can be")
    content = BytesIO(length_bytes + read_exactly(stream, length, where))
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    try:
        with warnings.catch_warnings(action="error"):  # numpy mends headers of old Pythons, and says so
            shape, by_columns, dtype = read(content, max_header_size=LONGEST_HEADER)
    except UNREADABLE as error:
        raise EvaluationError(f"{where}: its header cannot be read") from error
    if dtype.hasobject:
        raise EvaluationError(f"{where}: holds Python objects, which are not read; save names with dtype=str")
    if min(shape, default=0) < 0:
        raise EvaluationError(f"{where}: its header has a negative length")
    return Header(shape, by_columns, dtype)


def _refuse_crowded_directory(file: IO[bytes], path: Path) -> None:
    """Refuse an archive whose list of members would take much memory; zipfile reads all of it at once."""
    file.seek(0, 2)
    file.seek(max(0, file.tell() - LONGEST_END))
    tail = file.read(LONGEST_END)
    at = tail.rfind(END)
    if at < 0 or len(tail) < at + 22:
        raise EvaluationError(f"{path}: damaged archive: its end is missing")
    size = int.from_bytes(tail[at + 12 : at + 16], "little")
    if size > LONGEST_DIRECTORY or tail[max(0, at - 20) : at].startswith(END_OF_LARGE):
        raise EvaluationError(f"{path}: holds more arrays than a run has")
