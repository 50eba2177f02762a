"""Reads the true segments of questions, in the layout of MomentSeeker or of QVHighlights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.parts import parts_of
from evaluation.segments.metrics.questions import Questions
from evaluation.segments.reading.clips import Clip
from evaluation.segments.reading.columns import QuestionColumns
from evaluation.segments.reading.pools import take_pools
from evaluation.segments.reading.windows import take_windows


@dataclass(frozen=True, slots=True)
class QuestionLabels:
    """Questions, and by row their videos and, where they have pools, the place of each clip in `questions.pool`."""

    name: str
    questions: Questions
    videos: list[str]
    clips: list[dict[Clip, int]]
    counts: Mapping[str, int]


def read_questions(paths: Sequence[Path], *, tasks: Mapping[str, str] | None = None) -> QuestionLabels:
    """The questions of files, or of every `.json` of a folder; `tasks` names the task of a sub-task by its file.

    A file that begins with a list is one sub-task in the layout of MomentSeeker, any other a file of QVHighlights.
    Raises EvaluationError, naming file, entry or line and field, for the first thing that is wrong.
    """
    columns = QuestionColumns()
    for path in _files(paths):
        if _first_sign(path) == b"[":
            take_pools(columns, path, tasks or {})
        else:
            take_windows(columns, path)
    if columns.starts and columns.durations:
        raise EvaluationError(f"{paths[0]}: some of the questions have pools of clips and some have none")
    names = " ".join(map(str, paths))
    return QuestionLabels(names, columns.questions(), columns.videos, columns.clips, columns.counts())


def _files(paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
        elif found := sorted([*path.glob("*.json"), *path.glob("*.json.gz")]):
            files += found
        else:
            raise EvaluationError(f"{path}: the folder has no .json file")
    if len(set(files)) < len(files):
        raise EvaluationError(f"{next(file for file in files if files.count(file) > 1)}: is named twice")
    return files


def _first_sign(path: Path) -> bytes:
    content = next(parts_of(path, 2**62), b"").removeprefix(b"\xef\xbb\xbf").lstrip()
    if not content:
        raise EvaluationError(f"{path}: the file is empty")
    return content[:1]
