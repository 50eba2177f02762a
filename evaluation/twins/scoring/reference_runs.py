"""Runs that need no model: random scores, and scores that know the answer."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.errors import EvaluationError
from evaluation.twins.metrics.answers import Answers
from evaluation.twins.metrics.items import TwinItems
from evaluation.twins.metrics.matrix import matrix_answers

Reference = Literal["random", "oracle"]
ROWS_AT_ONCE = 256
Rows = NDArray[np.float32]


def write_reference(items: TwinItems, kind: Reference, path: Path, *, seed: int = 0) -> None:
    """A run as a matrix, written some rows at a time; there whole or not at all.

    `random` draws every score, `oracle` has 1 for each caption with its own video and else 0. The same items and seed
    give the same bytes. Raises EvaluationError if the file cannot be written.
    """
    growing = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        _write(items, _rows(items, kind, seed), growing)
        growing.replace(path)
    except OSError as error:
        growing.unlink(missing_ok=True)
        raise EvaluationError(f"{path}: {error.strerror or error}") from error


def reference_answers(items: TwinItems, kind: Reference, *, seed: int = 0) -> dict[str, Answers]:
    """What the same run answers, without a file between."""
    places = np.arange(len(items.names))
    by_text, by_video = matrix_answers(items, places, places, lambda: _rows(items, kind, seed))
    return {"text_to_video": by_text, "video_to_text": by_video}


def _rows(items: TwinItems, kind: Reference, seed: int) -> Iterator[Rows]:
    return _random_rows(items, seed) if kind == "random" else _oracle_rows(items)


def _write(items: TwinItems, rows: Iterator[Rows], path: Path) -> None:
    names = np.array(items.names, dtype=np.str_)
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("texts", "videos"):
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as file:
                _begin(file, names.dtype, names.shape)
                file.write(names.tobytes())
        with archive.open(zipfile.ZipInfo("scores.npy"), "w", force_zip64=True) as file:
            _begin(file, np.dtype(np.float32), (len(names), len(names)))
            for block in rows:
                file.write(block.tobytes())


def _begin(file: IO[bytes], dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    described = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, described)


def _random_rows(items: TwinItems, seed: int) -> Iterator[Rows]:
    rng = np.random.default_rng(seed)
    for begin in range(0, len(items.names), ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, len(items.names) - begin)
        yield rng.random((rows, len(items.names)), dtype=np.float32)


def _oracle_rows(items: TwinItems) -> Iterator[Rows]:
    for begin in range(0, len(items.names), ROWS_AT_ONCE):
        rows = min(ROWS_AT_ONCE, len(items.names) - begin)
        yield np.eye(rows, len(items.names), begin, dtype=np.float32)
