"""Labels of several splits at once, as a campaign has them, and their packed form."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.columns import Truths
from evaluation.reading.labels import Labels
from evaluation.reading.packing import packed, unpacked

COLUMNS = ("row", "video", "start_s", "end_s", "relevance", "similarity", "pair")


class LabelRow(NamedTuple):
    """One label, as the platform streams it: where its moment lies, and its relevance."""

    pair_id: int
    query_id: int
    split: str
    video_name: str
    start_s: float
    end_s: float
    similarity: float
    relevance: int


@dataclass(frozen=True, slots=True)
class LabelSet:
    """Labels with the split of each query, in the order of `labels.query_ids`."""

    labels: Labels
    splits: list[str]


def label_set(rows: Iterable[LabelRow], *, name: str) -> LabelSet:
    """The rows as columns; messages use `name` in place of a file."""
    queries: dict[str, int] = {}
    videos: dict[str, int] = {}
    splits: list[str] = []
    columns: list[tuple[int, int, float, float, int, float, int]] = []
    for row in rows:
        query = str(row.query_id)
        if query not in queries:
            splits.append(row.split)
        place = queries.setdefault(query, len(queries)), videos.setdefault(row.video_name, len(videos))
        columns.append((*place, row.start_s, row.end_s, row.relevance, row.similarity, row.pair_id))
    arrays = [np.array(column) for column in zip(*columns, strict=True)] or [np.zeros(0, dtype=np.int64)] * 7
    return _label_set(name, list(queries), list(videos), splits, arrays)


def packed_label_set(labels: LabelSet) -> bytes:
    """The set as bytes."""
    return packed(**_arrays(labels))


def digest_of(labels: LabelSet) -> str:
    """SHA-256 over all that the set holds: equal for equal labels, whenever they were packed."""
    digest = hashlib.sha256()
    for name, array in _arrays(labels).items():
        digest.update(f"{name} {array.dtype} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _arrays(labels: LabelSet) -> dict[str, NDArray[Any]]:
    truths, similarity = labels.labels.truths, labels.labels.similarity
    assert similarity is not None  # a campaign's pairs have one
    return dict(  # noqa: C408 (names are clearer than quotes here)
        queries=np.array(labels.labels.query_ids),
        videos=np.array(labels.labels.video_names),
        splits=np.array(labels.splits),
        row=truths.row.astype(np.int32),
        video=truths.video.astype(np.int32),
        start_s=truths.start_s,
        end_s=truths.end_s,
        relevance=truths.relevance.astype(np.int8),
        similarity=similarity,
        pair=np.array([int(pair) for pair in labels.labels.pair_ids], dtype=np.int64),
    )


def unpacked_label_set(content: bytes | memoryview, *, name: str) -> LabelSet:
    """The set that was packed."""
    queries, videos, splits, *columns = unpacked(content, "queries", "videos", "splits", *COLUMNS)
    return _label_set(name, queries.tolist(), videos.tolist(), splits.tolist(), columns)


def _label_set(
    name: str, queries: list[str], videos: list[str], splits: list[str], columns: Sequence[NDArray[Any]]
) -> LabelSet:
    row, video, start_s, end_s, relevance, similarity, pair = columns
    truths = Truths(
        row.astype(np.int64),
        video.astype(np.int64),
        start_s.astype(np.float64),
        end_s.astype(np.float64),
        relevance.astype(np.int64),
    )
    pair_ids = [str(number) for number in pair.tolist()]
    return LabelSet(Labels(Path(name), queries, videos, truths, similarity.astype(np.float64), pair_ids), splits)
