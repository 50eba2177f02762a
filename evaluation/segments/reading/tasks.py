"""The four tasks of a benchmark of long-video moment retrieval."""

from __future__ import annotations

import re
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import shown

TASKS = {
    "MS": "a question in words",
    "IMS": "a question with an image",
    "CA": "the caption of a true clip",
    "VMS": "a question with a clip",
}
PLAIN_TASK = "MS"


def task_named(stem: str) -> str | None:
    """The task in a file's name (`sports_ims`), or None where it names none or several."""
    found = {word.upper() for word in re.split(r"[^A-Za-z]+", stem)} & set(TASKS)
    return found.pop() if len(found) == 1 else None


def checked_task(task: Any, where: str) -> str:
    """The task; raises EvaluationError where it is none of TASKS."""
    if type(task) is not str or task not in TASKS:
        raise EvaluationError(f"{where}: task: expected one of {', '.join(TASKS)}, got {shown(task)}")
    return task
