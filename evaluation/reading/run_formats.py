"""The three shapes of a run, each as queries with their predictions' columns, not yet checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluation.errors import EvaluationError
from evaluation.reading.columns import keys, shown, unkeepable
from evaluation.reading.document import LIMIT_BYTES, read_document


@dataclass(slots=True)
class RawRun:
    """The values of a run as the file has them: one item a prediction, queries by their number of predictions."""

    path: Path
    queries: dict[str, int] = field(default_factory=dict)
    videos: list[Any] = field(default_factory=list)
    timestamps: list[Any] = field(default_factory=list)
    scores: list[Any] = field(default_factory=list)

    def begin(self, query: str, predictions: Any) -> None:
        """Start a query; raises EvaluationError where it began before, cannot be kept or has no list of predictions."""
        if problem := unkeepable(query):
            raise EvaluationError(f"{self.path} query {shown(query)}: {problem}")
        if query in self.queries:
            raise EvaluationError(f"{self.path} query {shown(query)}: stands twice in the run")
        if not isinstance(predictions, list):
            raise EvaluationError(f"{self.path} query {shown(query)}: expected a list of predictions")
        self.queries[query] = len(predictions)


def read_raw_run(path: Path, corpus: Path | None, *, limit_bytes: int = LIMIT_BYTES) -> RawRun:
    """The run of a file in whichever of the three formats it has (docs/measures.md).

    `corpus` names the video_corpus.json that the TVR-Ranking authors' prediction file needs.
    """
    document = read_document(path, limit_bytes=limit_bytes)
    if document in ([], {}):
        raise EvaluationError(f"{path}: {'the list is empty: ' if document == [] else ''}holds no queries")
    if isinstance(document, list):
        if corpus is None:
            raise EvaluationError(f"{path}: a list of predictions by video index needs --video-corpus")
        return _indexed(path, document, "query_id", _corpus_names(corpus, limit_bytes))
    if not isinstance(document, dict):
        raise EvaluationError(f"{path}: expected a run: an object by query, or a list of queries")
    if "VCMR" in document or "video2idx" in document:
        return _tvr(path, document)
    return _own(path, document)


def _own(path: Path, document: Mapping[str, Any]) -> RawRun:
    run = RawRun(path)
    for query, predictions in document.items():
        run.begin(query, predictions)
        try:
            run.videos += [entry["video_name"] for entry in predictions]
            run.timestamps += [entry["timestamp"] for entry in predictions]
            run.scores += [entry["score"] for entry in predictions]
        except (KeyError, TypeError):
            raise _unlike(path, query, predictions) from None
    return run


def _unlike(path: Path, query: str, predictions: list[Any]) -> EvaluationError:
    for place, entry in enumerate(predictions, 1):
        where = f"{path} query {shown(query)} prediction {place}"
        if not isinstance(entry, dict):
            return EvaluationError(f"{where}: expected an object, got {shown(entry)}")
        for key in ("video_name", "timestamp", "score"):
            if key not in entry:
                return EvaluationError(f"{where}: {key}: is missing")
    return EvaluationError(f"{path} query {shown(query)}: not a list of predictions")


def _tvr(path: Path, document: Mapping[str, Any]) -> RawRun:
    names, entries = document.get("video2idx"), document.get("VCMR")
    if not isinstance(names, dict) or not isinstance(entries, list):
        raise EvaluationError(f"{path}: a TVR prediction file needs the object video2idx and the list VCMR")
    if not entries:
        raise EvaluationError(f"{path}: the list VCMR is empty: holds no queries")
    return _indexed(path, entries, "desc_id", _by_index(path, names))


def _indexed(path: Path, entries: list[Any], key: str, names: Mapping[int, str]) -> RawRun:
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or key not in entry:
            raise EvaluationError(f"{path} entry {place}: expected an object with {key} and predictions")
    queries = keys([entry[key] for entry in entries], lambda at: f"{path} entry {at + 1}", key)
    run = RawRun(path)
    for query, entry in zip(queries, entries, strict=True):
        run.begin(query, entry.get("predictions"))
        for rank, prediction in enumerate(entry["predictions"], 1):
            _append(run, prediction, names, query, rank)
    return run


def _append(run: RawRun, prediction: Any, names: Mapping[int, str], query: str, rank: int) -> None:
    where = (run.path, query, rank)
    if type(prediction) is not list or len(prediction) != 4:
        raise _refused(where, f"expected [video, start, end, score], got {shown(prediction)}")
    video, start_s, end_s, score = prediction
    if type(video) is not int or video not in names:
        raise _refused(where, f"no video has the index {shown(video)}")
    run.videos.append(names[video])
    run.timestamps.append([start_s, end_s])
    run.scores.append(score)


def _refused(where: tuple[Path, str, int], problem: str) -> EvaluationError:
    path, query, rank = where
    return EvaluationError(f"{path} query {shown(query)} prediction {rank}: {problem}")


def _corpus_names(corpus: Path, limit_bytes: int) -> dict[int, str]:
    document = read_document(corpus, limit_bytes=limit_bytes)
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
    for name, index in indices.items():
        if type(index) is not int:
            raise EvaluationError(f"{path} video {name!r}: index: expected an integer, got {shown(index)}")
        if index in names:
            raise EvaluationError(f"{path} video {name!r}: index {index} is that of {names[index]!r} already")
        names[index] = name
    return names
