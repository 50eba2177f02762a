"""The names of a matrix's rows and columns, and which item each is."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path

import numpy as np

from evaluation.metrics.columns import Ints
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import shown
from evaluation.twins.reading.archive import Header, opened_array, read_exactly
from evaluation.twins.reading.labels import TwinLabels

LIMIT_BYTES = 64 * 1024 * 1024
KINDS = "Uiu"
HIGHEST_CODE = 0x10FFFF


def read_names(archive: zipfile.ZipFile, path: Path, array: str, header: Header, *, wanted: int) -> list[str]:
    """The names as text, so that the number 7 and "7" are one.

    Raises EvaluationError for an array of another type, and for one of many more names than are wanted.
    """
    where = f"{path}: {array}"
    if header.dtype.kind not in KINDS or len(header.shape) != 1:
        raise EvaluationError(f"{where}: expected a list of names, got {header.dtype} of shape {header.shape}")
    if header.shape[0] > 2 * wanted or not header.bytes:
        raise EvaluationError(f"{where}: expected {wanted:,} names, got {header.shape[0]:,}")
    if header.bytes > LIMIT_BYTES:
        raise EvaluationError(f"{where}: takes {header.bytes:,} bytes; at most {LIMIT_BYTES:,} are read")
    with opened_array(archive, path, array) as (_, stream):
        content = read_exactly(stream, header.bytes, where)
        stream.read(1)  # at the end the archive checks its sum
    if header.dtype.kind == "U" and np.frombuffer(content, _codes(header)).max() > HIGHEST_CODE:
        raise EvaluationError(f"{where}: holds text that is not Unicode")
    return [str(name) for name in np.frombuffer(content, header.dtype).tolist()]


def _codes(header: Header) -> np.dtype[np.uint32]:
    return np.dtype(np.uint32).newbyteorder("=" if header.dtype.isnative else "S")


def joined_names(names: list[str], labels: TwinLabels, where: str) -> Ints:
    """Which item each name is; raises EvaluationError for names that are twice, unknown or missing."""
    place = {name: at for at, name in enumerate(labels.items.names)}
    twice = [name for name, times in Counter(names).items() if times > 1]
    unknown = [name for name in names if name not in place]
    missing = list(place.keys() - set(names)) if len(names) - len(unknown) < len(place) else []
    missing.sort(key=place.__getitem__)
    for found, problem in (
        (twice, "appears twice"),
        (unknown, f"is not in {labels.name}"),
        (missing, f"of {labels.name} is missing"),
    ):
        if found:
            others = f", like {len(found) - 1:,} more" if len(found) > 1 else ""
            raise EvaluationError(f"{where}: {shown(found[0])} {problem}{others}")
    return np.array([place[name] for name in names], dtype=np.int64)
