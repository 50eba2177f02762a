"""The bytes of a file, plain or gzip, part by part and bounded."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from evaluation.metrics.errors import EvaluationError

LIMIT_BYTES = 512 * 1024 * 1024
PART_BYTES = 1024 * 1024
GZIP_MAGIC = b"\x1f\x8b"


def parts_of(path: Path, limit_bytes: int) -> Iterator[bytes]:
    """The parts, unpacked; gzip is recognised by `.gz` or by its first bytes.

    Raises EvaluationError for a file that cannot be read, is not whole gzip, or holds (unpacked) more than
    `limit_bytes`; reading stops soon behind them.
    """
    try:
        with path.open("rb") as file:
            packed = file.peek(2)[:2] == GZIP_MAGIC
            if path.suffix.lower() == ".gz" and not packed:
                raise EvaluationError(f"{path}: has the ending .gz but is not gzip")
            left = limit_bytes
            for part in _read(gzip.GzipFile(fileobj=file) if packed else file):
                left -= len(part)
                if left < 0:
                    unpacked = " when unpacked" if packed else ""
                    raise EvaluationError(f"{path}: is larger than {limit_bytes:,} bytes{unpacked}")
                yield part
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise EvaluationError(f"{path}: damaged gzip: {error}") from error
    except OSError as error:
        raise EvaluationError(f"{path}: {error.strerror or error}") from error
    except EvaluationError:  # a ValueError too, and complete already
        raise
    except ValueError as error:  # a name that can be none
        raise EvaluationError(f"{path}: {error}") from error


def _read(stream: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    while part := stream.read(PART_BYTES):
        yield part
