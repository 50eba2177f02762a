"""Reads a CSV file of raw scores into pairs, and refuses what it cannot trust, by file and line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from evaluation.scale import SCALE, Scale

NEEDED = ("pair_id", "worker", "relevance")


class RawScoresError(ValueError):
    """A file that cannot be used; the message names the file and, if there is one, the line."""


@dataclass(slots=True)
class RawPair:
    """One pair's raw scores and their workers in file order, with the fields of its first row."""

    fields: list[str]
    scores: list[int] = field(default_factory=list)
    workers: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RawScoreFile:
    """A file's columns, its number of rows, and its pairs by id in the order of first appearance."""

    columns: list[str]
    rows: int
    pairs: dict[str, RawPair]


def read_raw_scores(path: Path, scale: Scale = SCALE) -> RawScoreFile:
    """The pairs of a UTF-8 CSV file with the columns `pair_id worker relevance` and any others.

    Rows of a pair may stand anywhere. Empty lines are passed over, a byte-order mark too.
    Raises RawScoresError for a file that cannot be read, is not UTF-8 or not CSV, holds a NUL,
    lacks or doubles a column, or has a row of another length, without an id, or with a relevance
    that is not an integer on the scale (R1).
    """
    numbered = _numbered_rows(_text_of(path), path)
    _, columns = next(numbered, (1, []))
    _check_header(columns, path)
    pair_at, worker_at, relevance_at = (columns.index(name) for name in NEEDED)
    pairs: dict[str, RawPair] = {}
    rows, relevances = 0, scale.by_text
    for line, row in numbered:
        if len(row) != len(columns):
            raise _at(path, line, f"expected {len(columns)} fields as in the header, got {len(row)}")
        relevance = relevances.get(row[relevance_at])
        if relevance is None:
            raise _at(path, line, f"relevance: expected an integer {scale}, got {row[relevance_at]!r}")
        if not row[pair_at] or not row[worker_at]:
            raise _at(path, line, f"{'worker' if row[pair_at] else 'pair_id'} is empty")
        pair = pairs.get(row[pair_at])
        if pair is None:
            pair = pairs[row[pair_at]] = RawPair(row)
        pair.scores.append(relevance)
        pair.workers.append(row[worker_at])
        rows += 1
    return RawScoreFile(columns, rows, pairs)


def _text_of(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RawScoresError(f"{path}: {error.strerror}") from error
    if not content:
        raise _at(path, 1, "the file is empty")
    nul = content.find(b"\0")
    if nul >= 0:
        raise _at(path, _line_of(content, nul), "contains a NUL byte")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Positions count from behind the byte-order mark, which is no line of its own.
        line = _line_of(error.object, error.start)
        raise _at(path, line, f"not UTF-8: {error.reason}") from error


def _line_of(content: bytes, position: int) -> int:
    return len((content[:position] + b".").splitlines())


def _numbered_rows(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not an empty line, with the number of the line on which it starts."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise _at(path, line, f"not CSV: {error}") from error


def _check_header(columns: list[str], path: Path) -> None:
    for name in NEEDED:
        if name not in columns:
            raise _at(path, 1, f"the column {name} is missing; required are {', '.join(NEEDED)}")
    for name in columns:
        if columns.count(name) > 1:
            raise _at(path, 1, f"the column {name} appears twice")


def _at(path: Path, line: int, problem: str) -> RawScoresError:
    return RawScoresError(f"{path} line {line}: {problem}")
