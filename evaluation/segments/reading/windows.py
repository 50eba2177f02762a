"""Reads labels in the layout of QVHighlights: JSON lines, each a question with its relevant windows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evaluation.metrics.columns import Floats
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import LONGEST_S, numbers, shown, stretches
from evaluation.reading.lines import json_lines
from evaluation.segments.reading.columns import QuestionColumns
from evaluation.segments.reading.tasks import PLAIN_TASK, checked_task

NEEDED = ("qid", "vid", "duration", "relevant_windows")


def take_windows(columns: QuestionColumns, path: Path) -> None:
    """Every question of a file; without a `task` it is a question in words."""
    for line, entry in json_lines(path):
        where = f"{path} line {line}"
        for key in NEEDED:
            if key not in entry:
                raise EvaluationError(f"{where}: {key}: is missing")
        task = checked_task(entry.get("task", PLAIN_TASK), where)
        duration_s = _duration(entry["duration"], where)
        start_s, end_s = _segments(entry["relevant_windows"], where)
        columns.begin(entry["qid"], "qid", task, entry["vid"], where, "vid")
        columns.take_windows(start_s, end_s, duration_s)


def _duration(value: Any, where: str) -> float:
    duration_s = float(numbers([value], lambda _: where, "duration")[0])
    if not 0 < duration_s <= LONGEST_S:
        raise EvaluationError(f"{where}: duration: expected seconds above 0 and up to {LONGEST_S:,.0f}")
    return duration_s


def _segments(windows: Any, where: str) -> tuple[Floats, Floats]:
    if not isinstance(windows, list) or not windows:
        problem = f"expected a list that is not empty, got {shown(windows)}"
        raise EvaluationError(f"{where}: relevant_windows: {problem}")
    return stretches(windows, lambda at: f"{where} window {at + 1}", "relevant_windows")
