"""Reads the labels of a split: the ground truth, as an export writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats, Ints, Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import Where, integers, keys, numbers, shown, stretches, strings
from evaluation.reading.document import read_document
from evaluation.reading.parts import LIMIT_BYTES
from evaluation.scale import SCALE, Scale

NEEDED = ("pair_id", "query_id", "video_name", "timestamp", "relevance")


@dataclass(frozen=True, slots=True)
class Labels:
    """Labelled moments as columns in file order; queries and videos numbered by first appearance.

    `similarity` is None if no label has one; `pair_ids` are as text.
    """

    path: Path
    query_ids: list[str]
    video_names: list[str]
    truths: Truths
    similarity: Floats | None
    pair_ids: Sequence[str] = ()


def read_labels(path: Path, *, scale: Scale = SCALE, limit_bytes: int = LIMIT_BYTES) -> Labels:
    """The labels of `<split>.json`: a list of objects with at least the keys of NEEDED.

    Raises EvaluationError, naming file and entry (from 1), for the first thing that is wrong: a key
    missing, a relevance that is not an integer on the scale, a reversed or negative timestamp, a pair_id twice.
    """
    entries = read_document(path, limit_bytes=limit_bytes)
    if not isinstance(entries, list):
        raise EvaluationError(f"{path}: expected a list of labels")
    if not entries:
        raise EvaluationError(f"{path}: the list is empty: no labels in the file")
    return _labels(path, entries, _places(path, entries), scale)


def _places(path: Path, entries: list[Any]) -> Where:
    def where(at: int) -> str:
        entry = entries[at]
        query = f" (query {shown(entry['query_id'])})" if isinstance(entry, dict) and "query_id" in entry else ""
        return f"{path} entry {at + 1}{query}"

    return where


def _labels(path: Path, entries: list[Any], where: Where, scale: Scale) -> Labels:
    ids, queries, videos, timestamps, relevances = (_column(entries, key, where) for key in NEEDED)
    pair_ids = keys(ids, where, "pair_id")
    _refuse_twice(pair_ids, where)
    query_ids, row = _numbered(keys(queries, where, "query_id"))
    video_names, video = _numbered(strings(videos, where, "video_name"))
    start_s, end_s = stretches(timestamps, where)
    relevance = integers(relevances, where, "relevance", low=scale.lowest, high=scale.highest)
    similarity = None
    if any("similarity" in entry for entry in entries):
        similarity = numbers(_column(entries, "similarity", where), where, "similarity")
    return Labels(path, query_ids, video_names, Truths(row, video, start_s, end_s, relevance), similarity, pair_ids)


def _column(entries: list[Any], key: str, where: Where) -> list[Any]:
    try:
        return [entry[key] for entry in entries]
    except (KeyError, TypeError, IndexError):
        at = next(place for place, entry in enumerate(entries) if not isinstance(entry, dict) or key not in entry)
        problem = f"{key}: is missing" if isinstance(entries[at], dict) else "expected an object"
        raise EvaluationError(f"{where(at)}: {problem}") from None


def _numbered(names: Sequence[str]) -> tuple[list[str], Ints]:
    numbers_of: dict[str, int] = {}
    column = np.array([numbers_of.setdefault(name, len(numbers_of)) for name in names], dtype=np.int64)
    return list(numbers_of), column


def _refuse_twice(pair_ids: list[str], where: Where) -> None:
    if len(set(pair_ids)) == len(pair_ids):
        return
    seen: dict[str, int] = {}
    for at, pair in enumerate(pair_ids):
        if pair in seen:
            raise EvaluationError(f"{where(at)}: pair_id {pair} is already in entry {seen[pair] + 1}")
        seen[pair] = at
