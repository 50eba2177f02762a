"""Reads a run of twins: a matrix of scores or ranked lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluation.metrics.errors import EvaluationError
from evaluation.twins.metrics.answers import Answers
from evaluation.twins.reading.archive import ZIP_MAGIC
from evaluation.twins.reading.labels import TwinLabels
from evaluation.twins.reading.listed_run import listed_run
from evaluation.twins.reading.matrix_run import matrix_run

ARRAY_MAGIC = b"\x93NUMPY"


@dataclass(frozen=True, slots=True)
class TwinRun:
    """A run's answers by direction, and counts of what the reader should know."""

    answers: Mapping[str, Answers]
    counts: Mapping[str, int]


def read_twin_run(path: Path, labels: TwinLabels, *, width: int) -> TwinRun:
    """The run of a file, told by its first bytes; raises EvaluationError for the first thing that is wrong."""
    begin = _first_bytes(path)
    if begin.startswith(ZIP_MAGIC):
        return TwinRun(matrix_run(path, labels), {})
    if begin.startswith(ARRAY_MAGIC):
        raise EvaluationError(f"{path}: is a single array; expected .npz with scores, texts and videos")
    answers, against = listed_run(path, labels, width=width)
    return TwinRun(answers, {"lists_against_their_scores": against})


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(ARRAY_MAGIC))
    except OSError as error:
        raise EvaluationError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # a name that can be none
        raise EvaluationError(f"{path}: {error}") from error
