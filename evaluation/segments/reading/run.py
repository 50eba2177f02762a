"""Reads a run of segments or clips and joins it with the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.columns import Predictions, ranks
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import Where, keys, numbers, ordered, shown, strings
from evaluation.reading.lines import json_lines
from evaluation.reading.parts import LIMIT_BYTES, parts_of
from evaluation.reading.run import repeated, rising
from evaluation.reading.run_columns import RunColumns
from evaluation.reading.stream import JsonStream
from evaluation.segments.metrics.questions import Rankings
from evaluation.segments.reading.clips import clip_of
from evaluation.segments.reading.labels import QuestionLabels

WINDOWS = "pred_relevant_windows"


@dataclass(frozen=True, slots=True)
class SegmentRun:
    """A run's rankings for the labelled questions, and counts of what the reader should know."""

    rankings: Rankings
    counts: Mapping[str, int]


def read_segment_run(path: Path, labels: QuestionLabels) -> SegmentRun:
    """The run of a file, joined with the questions; the order in the file is the ranking.

    It is an object by question (each prediction with `start` and `end`, or with `clip`, and a `score`), or the JSON
    lines of QVHighlights. Raises EvaluationError, naming file, question or line and field, for the first thing that is
    wrong: a clip that is not in the question's pool, clips and segments in one run, no labelled question.
    """
    reader = _Reader(path, labels)
    if _are_lines(path):
        for line, entry in json_lines(path):
            reader.take_line(entry, f"{path} line {line}")
    else:
        stream = JsonStream(path, LIMIT_BYTES)
        sign = stream.next_sign()
        if sign != "{":
            problem = f"expected an object by question, or lines with qid and {WINDOWS}"
            raise EvaluationError(f"{path}: {problem if sign else 'the file is empty'}")
        for question in stream.members():
            reader.take_question(question, stream.value())
        stream.end()
    return reader.joined()


def _are_lines(path: Path) -> bool:
    first = next(parts_of(path, 2**62), b"").lstrip().split(b"\n", 1)[0]
    return b'"qid"' in first and f'"{WINDOWS}"'.encode() in first


class _Reader:
    def __init__(self, path: Path, labels: QuestionLabels) -> None:
        self.path, self.labels = path, labels
        self.columns = RunColumns(path, "question")
        self.row_of = {question: row for row, question in enumerate(labels.questions.ids)}
        self.kind = ""

    def take_line(self, entry: dict[str, Any], where: str) -> None:
        """One question of QVHighlights; its `vid` has to be the one of the labels."""
        for key in ("qid", WINDOWS):
            if key not in entry:
                raise EvaluationError(f"{where}: {key}: is missing")
        question, windows = keys([entry["qid"]], lambda _: where, "qid")[0], entry[WINDOWS]
        if not isinstance(windows, list):
            raise EvaluationError(f"{where}: {WINDOWS}: expected a list, got {shown(windows)}")
        row = self.row_of.get(question)
        if row is not None and entry.get("vid", self.labels.videos[row]) != self.labels.videos[row]:
            problem = f"expected {shown(self.labels.videos[row])} as in the labels, got {shown(entry['vid'])}"
            raise EvaluationError(f"{where}: vid: {problem}")
        for at, window in enumerate(windows, 1):
            if type(window) is not list or len(window) != 3:
                raise EvaluationError(f"{where}: {WINDOWS} {at}: expected [start, end, score], got {shown(window)}")
        self.columns.begin(question, windows)
        if windows:
            self._take_segments(*zip(*windows, strict=True), where=lambda at: f"{where}: {WINDOWS} {at + 1}")

    def take_question(self, question: str, predictions: Any) -> None:
        """One question of a plain run."""
        where = self.columns.begin(question, predictions)
        if not predictions:
            return
        names_clips = isinstance(predictions[0], dict) and "clip" in predictions[0]
        fields = ("clip", "score") if names_clips else ("start", "end", "score")
        try:
            values = [[entry[field] for entry in predictions] for field in fields]
        except (KeyError, TypeError):
            raise _unlike(predictions, fields, where) from None
        if names_clips:
            self._take_clips(question, *values, where=where)
        else:
            self._take_segments(*values, where=where)

    def _take_segments(
        self, starts: Sequence[Any], ends: Sequence[Any], scores: Sequence[Any], *, where: Where
    ) -> None:
        self._is_of("segments", where)
        start_s, end_s = ordered(numbers(starts, where, "start"), numbers(ends, where, "end"), where)
        self.columns.take([-1] * len(start_s), start_s, end_s, numbers(scores, where, "score"))

    def _take_clips(self, question: str, names: Sequence[Any], scores: Sequence[Any], *, where: Where) -> None:
        self._is_of("clips", where)
        pool = self.labels.questions.pool
        if pool is None:
            raise EvaluationError(f"{where(0)}: clip: the labels have no pools of clips; expected start and end")
        places = self._places(question, strings(names, where, "clip"), where)
        start_s, end_s = pool.start_s[places], pool.end_s[places]
        self.columns.take(places, start_s, end_s, numbers(scores, where, "score"))

    def _places(self, question: str, names: Sequence[str], where: Where) -> list[int]:
        """Each clip's place in the pool; any place for a question without labels, which is left aside."""
        row = self.row_of.get(question)
        if row is None:
            return [0] * len(names)
        places = self.labels.clips[row]
        found = [places.get(clip, -1) if (clip := clip_of(name)) else -1 for name in names]
        if -1 in found:
            at = found.index(-1)
            raise EvaluationError(f"{where(at)}: clip: {shown(names[at])} is not in the question's pool")
        return found

    def _is_of(self, kind: str, where: Where) -> None:
        if self.kind and self.kind != kind:
            raise EvaluationError(f"{where(0)}: the run ranks {self.kind} before this place and {kind} here")
        self.kind = kind

    def joined(self) -> SegmentRun:
        """The run in the questions' numbering."""
        queries = self.columns.queries
        if not queries:
            raise EvaluationError(f"{self.path}: there are no questions")
        rows = np.array([self.row_of.get(question, -1) for question in queries], dtype=np.int64)
        if not (rows >= 0).any():
            problem = f"none of its {len(queries):,} questions has labels in {self.labels.name}"
            raise EvaluationError(f"{self.path}: {problem}")
        row = np.repeat(rows, list(queries.values()))
        start_s, end_s, score = self.columns.figures()
        order = np.argsort(row, kind="stable")[np.count_nonzero(row < 0) :]
        sorted_row = row[order]
        no_video = np.zeros_like(sorted_row)
        predictions = Predictions(sorted_row, ranks(sorted_row), no_video, start_s[order], end_s[order])
        counts = {
            "questions_without_predictions": len(self.row_of) - len(np.unique(sorted_row)),
            "questions_not_labelled": int((rows < 0).sum()),
            "predictions": len(sorted_row),
            "repeated_predictions": repeated(predictions),
            "questions_with_rising_scores": rising(row, score),
        }
        clip = self.columns.video_column()[order] if self.kind == "clips" else None
        return SegmentRun(Rankings(predictions, clip), counts)


def _unlike(predictions: list[Any], fields: Sequence[str], where: Where) -> EvaluationError:
    for at, entry in enumerate(predictions):
        if not isinstance(entry, dict):
            return EvaluationError(f"{where(at)}: expected an object, got {shown(entry)}")
        for field in fields:
            if field not in entry:
                return EvaluationError(f"{where(at)}: {field}: is missing")
    return EvaluationError(f"{where(0)}: not a list of predictions")
