"""A JSON file, plain or gzip, as Python values: bounded in size, UTF-8, no key twice, no NaN."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from evaluation.errors import EvaluationError
from evaluation.reading.faults import key_twice, no_number, place

LIMIT_BYTES = 512 * 1024 * 1024
PART_BYTES = 4 * 1024 * 1024
# A list costs a Python process 80 bytes and an object 230, however few it takes in the file. The shortest entries of a
# sound file are [0,0,1,1], of ten bytes and {"desc_id":1,"predictions":[]}, of 31.
BYTES_A_LIST = 8
BYTES_AN_OBJECT = 24
FREE = 1000
GZIP_MAGIC = b"\x1f\x8b"


class _TwiceError(ValueError):
    """A key stands twice in one object, which JSON readers let pass."""


def read_document(path: Path, *, limit_bytes: int = LIMIT_BYTES) -> Any:
    """The value of a JSON file; gzip is told by `.gz` or by its first bytes.

    Raises EvaluationError for a file that cannot be read, is empty, holds (unpacked) more than
    `limit_bytes`, holds more lists or objects than a sound file of its size can, is not UTF-8, not JSON,
    or holds a key twice in one object, NaN, Infinity or an integer of thousands of digits.
    """
    content = _content(path, limit_bytes)
    _refuse_crowded(path, content)
    text = _text(path, content)
    del content
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise EvaluationError(f"{path} {place(text, error.pos)}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise EvaluationError(f"{path}: not usable JSON: nested too deep") from error
    except ValueError as error:
        found = key_twice(text) if isinstance(error, _TwiceError) else no_number(text)
        raise EvaluationError(f"{path} {found}" if found else f"{path}: {error}") from error


def _content(path: Path, limit_bytes: int) -> bytes:
    """The bytes of the file, unpacked; reading stops soon behind the limit."""
    try:
        with path.open("rb") as file:
            packed = file.peek(2)[:2] == GZIP_MAGIC
            if path.suffix.lower() == ".gz" and not packed:
                raise EvaluationError(f"{path}: is named .gz but is not gzip")
            content = _bounded(gzip.GzipFile(fileobj=file) if packed else file, limit_bytes)
    except EvaluationError:
        raise
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise EvaluationError(f"{path}: not whole gzip: {error}") from error
    except (OSError, ValueError) as error:
        raise EvaluationError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > limit_bytes:
        raise EvaluationError(f"{path}: holds more than {limit_bytes:,} bytes{' unpacked' if packed else ''}")
    return content


def _bounded(stream: BinaryIO | gzip.GzipFile, limit_bytes: int) -> bytes:
    parts: list[bytes] = []
    left = limit_bytes + 1
    while left > 0 and (part := stream.read(min(left, PART_BYTES))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _refuse_crowded(path: Path, content: bytes) -> None:
    """Refuse what would need many times its size in memory, before it is parsed."""
    for sign, what, bytes_each in ((b"[", "lists", BYTES_A_LIST), (b"{", "objects", BYTES_AN_OBJECT)):
        found, most = content.count(sign), FREE + len(content) // bytes_each
        if found > most:
            raise EvaluationError(f"{path}: holds {found:,} {what}; a file of its size may hold {most:,}")


def _text(path: Path, content: bytes) -> str:
    if not content.strip():
        raise EvaluationError(f"{path}: the file is empty")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise EvaluationError(f"{path} line {line}: not UTF-8: {error.reason}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _TwiceError("a key stands twice in one object")
    return found


def _refuse_constant(name: str) -> None:
    raise ValueError(f"holds {name}, which is no JSON number")
