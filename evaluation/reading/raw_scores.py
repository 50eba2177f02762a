"""Reads raw scores, `raw_annotation.csv`: who gave which score to which pair."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.columns import Ints
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import numbers, ordered, shown
from evaluation.scale import SCALE, WIDEST, Scale

NEEDED = ("pair_id", "worker", "relevance")
PLACING = ("query_id", "video_name", "timestamp")
KNOWN = WIDEST.by_text


@dataclass(frozen=True, slots=True)
class PairMoment:
    """The moment of a pair, if the file names it."""

    query: str
    video: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class RawScores:
    """Scores as columns in file order: pair and rater by number of first appearance, score on the scale.

    `places` holds the pairs' moments, empty if the file has no columns for them.
    """

    path: Path
    pair_ids: list[str]
    raters: list[str]
    pair: Ints
    rater: Ints
    score: Ints
    places: list[PairMoment]
    scale: Scale = SCALE


def read_raw_scores(path: Path, scale: Scale = SCALE) -> RawScores:
    """The scores of a CSV file with at least the columns of NEEDED.

    Raises EvaluationError, naming file and line, for what is no such file: a column missing, a row cut short,
    a relevance that is not an integer on the scale, text that is not UTF-8.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return _read(path, csv.reader(file, strict=True), scale)
    except UnicodeDecodeError as error:
        raise EvaluationError(f"{path} line {_foreign_line(path)}: not UTF-8: {error.reason}") from error
    except OSError as error:
        raise EvaluationError(f"{path}: {error.strerror or error}") from error


def _read(path: Path, rows: Any, scale: Scale) -> RawScores:
    header = next(_lines(path, rows), (1, []))[1]
    for column in NEEDED:
        if column not in header:
            raise EvaluationError(f"{path} line 1: the column {column} is missing; required are {', '.join(NEEDED)}")
    at = [header.index(column) for column in NEEDED]
    placing = [header.index(column) for column in PLACING if column in header]
    pairs, raters = dict[str, int](), dict[str, int]()
    columns: tuple[list[int], list[int], list[int]] = ([], [], [])
    places: list[PairMoment] = []
    for line, row in _lines(path, rows):
        if len(row) != len(header):
            raise EvaluationError(f"{path} line {line}: expected {len(header)} fields, got {len(row)}")
        pair, rater, score = (row[place] for place in at)
        _check(path, line, pair, rater, score, scale)
        if len(placing) == len(PLACING) and pair not in pairs:
            places.append(_place(path, line, [row[place] for place in placing]))
        values = (_number(pairs, pair), _number(raters, rater), KNOWN[score])
        for kept, value in zip(columns, values, strict=True):
            kept.append(value)
    if not pairs:
        raise EvaluationError(f"{path}: no scores in the file")
    pair_column, rater_column, score_column = (np.array(column, dtype=np.int64) for column in columns)
    return RawScores(path, list(pairs), list(raters), pair_column, rater_column, score_column, places, scale)


def _lines(path: Path, rows: Any) -> Iterator[tuple[int, Sequence[str]]]:
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            raise EvaluationError(f"{path} line {rows.line_num}: {error}") from error
        if row:
            yield rows.line_num, row


def _foreign_line(path: Path) -> int:
    """The first line that is not UTF-8; a decoder of a stream only knows places in its buffer."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
    return 1


def _check(path: Path, line: int, pair: str, rater: str, score: str, scale: Scale) -> None:
    if not pair or not rater:
        raise EvaluationError(f"{path} line {line}: {'worker' if pair else 'pair_id'}: is empty")
    if KNOWN.get(score, -1) not in scale:
        raise EvaluationError(f"{path} line {line}: relevance: expected an integer {scale}, got {shown(score)}")


def _number(numbers_of: dict[str, int], name: str) -> int:
    return numbers_of.setdefault(name, len(numbers_of))


def _place(path: Path, line: int, fields: list[str]) -> PairMoment:
    def where(at: int) -> str:
        return f"{path} line {line}"

    query, video, timestamp = fields
    try:
        stretch = json.loads(timestamp)
    except (ValueError, RecursionError):
        stretch = None
    if not isinstance(stretch, list) or len(stretch) != 2:
        raise EvaluationError(f"{where(0)}: timestamp: expected [start, end], got {shown(timestamp)}")
    if not query or not video:
        raise EvaluationError(f"{where(0)}: {'video_name' if query else 'query_id'}: is empty")
    start_s, end_s = ordered(numbers(stretch[:1], where, "start"), numbers(stretch[1:], where, "end"), where)
    return PairMoment(query, video, float(start_s[0]), float(end_s[0]))
