"""The shapes of a run, read and checked, as columns: three of JSON, and TREC's lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.columns import Ints
from evaluation.metrics.errors import CorpusNeeded, DocumentsNeeded, EvaluationError
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.columns import numbers, shown, stretches, strings
from evaluation.reading.document import read_document
from evaluation.reading.parts import LIMIT_BYTES
from evaluation.reading.run_columns import RunColumns
from evaluation.reading.stream import LONGEST_VALUE, JsonStream
from evaluation.reading.trec_run import Documents, has_trec_lines, read_trec_run

TVR_KEYS = ("video2idx", "VCMR", "SVMR", "VR")
HIGHEST_INDEX = 2**62


def read_checked_run(
    path: Path, *, corpus: Path | None = None, documents: Documents | None = None, limit_bytes: int = LIMIT_BYTES
) -> CheckedRun:
    """The run of a file without labels, in whichever of the four formats it has (docs/measures.md).

    `corpus` names the video_corpus.json that the TVR-Ranking authors' prediction file needs, `documents` finds what
    TREC's lines rank. Raises EvaluationError, naming file and line, or query and prediction (from 1), for the first
    with anything wrong.
    """
    stream = JsonStream(path, limit_bytes)
    sign = stream.next_sign()
    if not sign:
        raise EvaluationError(f"{path}: the file is empty")
    if sign == "[":
        run = _authors(stream, corpus)
    elif sign == "{":
        run = _by_key(stream)
    elif has_trec_lines(path, limit_bytes):
        if documents is None:
            raise DocumentsNeeded(path, "the moments that its ids stand for")
        return read_trec_run(path, documents, limit_bytes=limit_bytes)
    else:
        stream.value()
        raise EvaluationError(f"{path}: expected a run: an object by query, a list of queries, or TREC's lines")
    stream.end()
    return run


def _authors(stream: JsonStream, corpus: Path | None) -> CheckedRun:
    columns = RunColumns(stream.path)
    names: dict[int, str] | None = None
    for place in stream.items():
        if names is None:
            if corpus is None:
                raise CorpusNeeded(stream.path, "the video corpus (video_corpus.json) beside it")
            names = _corpus_names(corpus)
        _take_entry(columns, stream.value(), "query_id", place)
    if names is None:
        raise EvaluationError(f"{stream.path}: the list is empty: there are no queries")
    return _named(columns, names)


def _by_key(stream: JsonStream) -> CheckedRun:
    """A run by query, or TVR's, which its keys show."""
    columns, names = RunColumns(stream.path), dict[str, int]()
    tvr: dict[str, Any] = {}
    for key in stream.members():
        if not columns.queries and (tvr or key in TVR_KEYS):
            tvr[key] = _tvr_part(stream, key)
        elif key in TVR_KEYS[:2]:
            raise EvaluationError(f"{stream.path}: {key} appears among queries; TVR's own keys must come first")
        else:
            _take_own(columns, names, key, stream.value())
    if tvr:
        return _tvr(stream.path, tvr)
    if not columns.queries:
        raise EvaluationError(f"{stream.path}: there are no queries")
    return _checked(columns, list(names), columns.video_column())


def _take_own(columns: RunColumns, names: dict[str, int], query: str, predictions: Any) -> None:
    where = columns.begin(query, predictions)
    try:
        videos = [entry["video_name"] for entry in predictions]
        timestamps = [entry["timestamp"] for entry in predictions]
        scores = [entry["score"] for entry in predictions]
    except (KeyError, TypeError):
        raise _unlike(columns.path, query, predictions) from None
    strings(videos, where, "video_name")
    start_s, end_s = stretches(timestamps, where)
    video = [names.setdefault(name, len(names)) for name in videos]
    columns.take(video, start_s, end_s, numbers(scores, where, "score"))


def _unlike(path: Path, query: str, predictions: list[Any]) -> EvaluationError:
    for place, entry in enumerate(predictions, 1):
        where = f"{path} query {shown(query)} prediction {place}"
        if not isinstance(entry, dict):
            return EvaluationError(f"{where}: expected an object, got {shown(entry)}")
        for key in ("video_name", "timestamp", "score"):
            if key not in entry:
                return EvaluationError(f"{where}: {key}: is missing")
    return EvaluationError(f"{path} query {shown(query)}: not a list of predictions")


def _tvr_part(stream: JsonStream, key: str) -> Any:
    """The value of a key of TVR's file: the columns of VCMR, the names by index, None of what is not read."""
    if key == "VCMR" and stream.next_sign() == "[":
        columns = RunColumns(stream.path)
        for place in stream.items():
            _take_entry(columns, stream.value(), "desc_id", place)
        return columns
    if key == "video2idx" and stream.next_sign() == "{":
        return _by_index(stream.path, stream.value())
    if stream.next_sign() == "[":
        for _ in stream.items():
            stream.value()
    else:
        stream.value()
    return None


def _tvr(path: Path, tvr: Mapping[str, Any]) -> CheckedRun:
    columns, names = tvr.get("VCMR"), tvr.get("video2idx")
    if columns is None or names is None:
        raise EvaluationError(f"{path}: a TVR prediction file needs the object video2idx and the list VCMR")
    if not columns.queries:
        raise EvaluationError(f"{path}: the list VCMR is empty: there are no queries")
    return _named(columns, names)


def _take_entry(columns: RunColumns, entry: Any, key: str, place: int) -> None:
    """One query of a list, whose predictions are `[video index, start, end, score]`."""
    if not isinstance(entry, dict) or key not in entry:
        raise EvaluationError(f"{columns.path} entry {place}: expected an object with {key} and predictions")
    where = columns.begin_entry(entry[key], entry.get("predictions"), key, place)
    predictions = entry["predictions"]
    for at, prediction in enumerate(predictions):
        if type(prediction) is not list or len(prediction) != 4:
            raise EvaluationError(f"{where(at)}: expected [video, start, end, score], got {shown(prediction)}")
        if type(prediction[0]) is not int or abs(prediction[0]) > HIGHEST_INDEX:
            raise EvaluationError(f"{where(at)}: no video has the index {shown(prediction[0])}")
    start_s, end_s = stretches([prediction[1:3] for prediction in predictions], where)
    scores = numbers([prediction[3] for prediction in predictions], where, "score")
    columns.take([prediction[0] for prediction in predictions], start_s, end_s, scores)


def _named(columns: RunColumns, names: Mapping[int, str]) -> CheckedRun:
    """The run with the names of its videos in place of their indices."""
    indices, video = np.unique(columns.video_column(), return_inverse=True)
    unknown = [place for place, index in enumerate(indices.tolist()) if index not in names]
    if unknown:
        at = int(np.isin(video, unknown).argmax())
        raise EvaluationError(f"{columns.place(at)}: no video has the index {indices[video[at]]}")
    return _checked(columns, [names[index] for index in indices.tolist()], video)


def _checked(columns: RunColumns, names: list[str], video: Ints) -> CheckedRun:
    return CheckedRun(columns.path, columns.queries, names, video, *columns.figures())


def _corpus_names(corpus: Path) -> dict[int, str]:
    document = read_document(corpus, limit_bytes=LONGEST_VALUE)
    if not isinstance(document, dict):
        raise EvaluationError(f"{corpus}: expected an object: video name to [duration, index]")
    indices = {}
    for name, value in document.items():
        if not isinstance(value, list) or len(value) != 2:
            raise EvaluationError(f"{corpus} video {name!r}: expected [duration, index], got {shown(value)}")
        indices[name] = value[1]
    return _by_index(corpus, indices)


def _by_index(path: Path, indices: Mapping[str, Any]) -> dict[int, str]:
    names: dict[int, str] = {}
    strings(list(indices), lambda at: f"{path} video {at + 1}", "name")
    for name, index in indices.items():
        if type(index) is not int:
            raise EvaluationError(f"{path} video {name!r}: index: expected an integer, got {shown(index)}")
        if index in names:
            raise EvaluationError(f"{path} video {name!r}: index {index} already belongs to {names[index]!r}")
        names[index] = name
    return names
