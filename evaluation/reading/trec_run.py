"""Reads a run in TREC's format: `query Q0 document rank score tag` a line, where a document is a moment by its id."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evaluation.metrics.columns import Floats, Ints
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.columns import shown, unkeepable
from evaluation.reading.lines import text_lines
from evaluation.reading.parts import LIMIT_BYTES
from evaluation.reading.run_columns import MOST_PREDICTIONS, MOST_QUERIES

FIELDS = ("query", "Q0", "document", "rank", "score", "tag")
LONGEST_ID = 100
HIGHEST_RANK = 2**31
UNKNOWN = "unknown moment {}"


class Place(NamedTuple):
    """Where a document lies; `query` is the only one that may rank it, empty if all may."""

    video_name: str
    start_s: float
    end_s: float
    query: str = ""


@dataclass(frozen=True, slots=True)
class Documents:
    """What the ids of documents are, such as desc_id, and where those of them lie that are known."""

    noun: str
    find: Callable[[Collection[str]], Mapping[str, Place]]


@dataclass(slots=True)
class _Columns:
    """The lines as numbers: 36 bytes each; queries and documents numbered by first appearance."""

    queries: dict[str, int] = field(default_factory=dict)
    documents: dict[str, int] = field(default_factory=dict)
    line: array[int] = field(default_factory=lambda: array("q"))
    query: array[int] = field(default_factory=lambda: array("i"))
    document: array[int] = field(default_factory=lambda: array("i"))
    rank: array[int] = field(default_factory=lambda: array("q"))
    score: array[float] = field(default_factory=lambda: array("d"))


def has_trec_lines(path: Path, limit_bytes: int = LIMIT_BYTES) -> bool:
    """Whether the first line has several words, as no file of JSON has that begins neither a list nor an object."""
    _, first = next(text_lines(path, limit_bytes=limit_bytes))
    return len(first.split()) > 1 and not first.lstrip().startswith('"')


def read_trec_run(path: Path, documents: Documents, *, limit_bytes: int = LIMIT_BYTES) -> CheckedRun:
    """The run of the lines, which may come in any order; the highest score is first, and of equal ones the lowest rank.

    A document that is not known keeps its rank in a video that no label has. Raises EvaluationError for the first line
    with anything wrong, for a document twice or of another query, and if not one document is known.
    """
    columns = _Columns()
    for line, text in text_lines(path, limit_bytes=limit_bytes):
        _take(columns, f"{path} line {line}", line, text.split())
    query, document = _column(columns.query), _column(columns.document)
    lines = _column(columns.line)
    _refuse_twice(path, columns, query, document, lines)
    places = documents.find(columns.documents)
    if not places:
        known = f"{path}: none of its {len(columns.documents):,} documents is a {documents.noun} of a known moment"
        raise EvaluationError(known)
    _refuse_others(path, columns, places, (query, document, lines), documents.noun)
    order = np.lexsort((lines, _column(columns.rank), -np.array(columns.score), query))
    return _placed(path, columns, places, query[order], document[order], np.array(columns.score)[order])


def _column(values: array[int]) -> Ints:
    return np.array(values, dtype=np.int64)


def _take(columns: _Columns, where: str, line: int, found: list[str]) -> None:
    if len(found) != len(FIELDS):
        raise EvaluationError(f"{where}: expected {' '.join(FIELDS)}, got {_fields(len(found))}")
    query, _, document, rank, score, _ = found
    for what, text in (("query", query), ("document", document)):
        if problem := unkeepable(text):
            raise EvaluationError(f"{where}: {what}: {problem}")
        if len(text) > LONGEST_ID:
            raise EvaluationError(f"{where}: {what}: expected at most {LONGEST_ID} characters, got {shown(text)}")
    columns.line.append(line)
    columns.query.append(columns.queries.setdefault(query, len(columns.queries)))
    columns.document.append(columns.documents.setdefault(document, len(columns.documents)))
    columns.rank.append(_rank(where, rank))
    columns.score.append(_score(where, score))
    if len(columns.queries) > MOST_QUERIES:
        raise EvaluationError(f"{where}: the run has more than {MOST_QUERIES:,} queries")
    if len(columns.line) > MOST_PREDICTIONS:
        raise EvaluationError(f"{where}: the run has more than {MOST_PREDICTIONS:,} predictions")


def _fields(count: int) -> str:
    return "1 field" if count == 1 else f"{count} fields"


def _rank(where: str, text: str) -> int:
    is_number = text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal()
    if not is_number or len(text) > len(str(HIGHEST_RANK)) or abs(int(text)) > HIGHEST_RANK:
        raise EvaluationError(f"{where}: rank: expected an integer, got {shown(text)}")
    return int(text)


def _score(where: str, text: str) -> float:
    try:
        score = float(text) if "_" not in text else math.nan
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise EvaluationError(f"{where}: score: expected a finite number, got {shown(text)}")
    return score


def _refuse_twice(path: Path, columns: _Columns, query: Ints, document: Ints, line: Ints) -> None:
    order = np.lexsort((line, document, query))
    same = (query[order][1:] == query[order][:-1]) & (document[order][1:] == document[order][:-1])
    if not same.any():
        return
    places = np.flatnonzero(same)
    at = int(places[line[order][places + 1].argmin()])
    first, second = order[at], order[at + 1]
    name, asked = list(columns.documents)[document[second]], list(columns.queries)[query[second]]
    twice = f"document {shown(name)} of query {shown(asked)} is already in line {line[first]}"
    raise EvaluationError(f"{path} line {line[second]}: {twice}")


def _refuse_others(
    path: Path, columns: _Columns, places: Mapping[str, Place], found: tuple[Ints, Ints, Ints], noun: str
) -> None:
    """Refuse the first line that ranks a document of one query for another."""
    if not any(place.query for place in places.values()):
        return
    queries, names = list(columns.queries), list(columns.documents)
    for query, document, line in zip(*(column.tolist() for column in found), strict=True):
        place = places.get(names[document])
        if place is not None and place.query != queries[query]:
            owner = f"{noun} {names[document]} belongs to query {place.query}, not to {queries[query]}"
            raise EvaluationError(f"{path} line {line}: {owner}")


def _placed(
    path: Path, columns: _Columns, places: Mapping[str, Place], query: Ints, document: Ints, score: Floats
) -> CheckedRun:
    names: dict[str, int] = {}
    found = [places.get(name) or Place(UNKNOWN.format(name), 0, 0) for name in columns.documents]
    video = np.array([names.setdefault(place.video_name, len(names)) for place in found], dtype=np.int64)
    start_s = np.array([place.start_s for place in found], dtype=np.float64)
    end_s = np.array([place.end_s for place in found], dtype=np.float64)
    is_unknown = np.array([name not in places for name in columns.documents])
    counts = np.bincount(query, minlength=len(columns.queries)).tolist()
    return CheckedRun(
        path=path,
        queries=dict(zip(columns.queries, counts, strict=True)),
        video_names=list(names),
        video=video[document],
        start_s=start_s[document],
        end_s=end_s[document],
        score=score,
        unknown_moments=int(is_unknown[document].sum()),
    )
