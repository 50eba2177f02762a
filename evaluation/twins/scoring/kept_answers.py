"""Answers as one table of items and columns, and figures by direction and task, for a database to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.answers import Answers
from evaluation.twins.metrics.items import BINARY, DIRECTIONS, HARD, ORIGIN, TASKS, TwinItems

COLUMNS = [f"{direction} {task}" for direction in DIRECTIONS for task in TASKS]


def answers_as_rows(items: TwinItems, answers: Mapping[str, Answers]) -> Floats:
    """Items × COLUMNS; NaN where an item is not asked for in a task, or the run lacks the direction."""
    rows = np.full((len(items.names), len(COLUMNS)), np.nan)
    for at, (direction, task) in enumerate((direction, task) for direction in DIRECTIONS for task in TASKS.values()):
        if direction in answers:
            rows[task.asked(items), at] = answers[direction].of(task.name)
    return rows


def answers_from_rows(items: TwinItems, rows: Floats) -> dict[str, Answers]:
    """The answers that the rows were made of."""
    found = {}
    for place, direction in enumerate(DIRECTIONS):
        columns = dict(zip(TASKS, rows.T[place * len(TASKS) :], strict=False))
        if not np.isnan(columns[HARD.name]).any():
            origin, hard, binary = (columns[task.name][task.asked(items)] for task in (ORIGIN, HARD, BINARY))
            found[direction] = Answers(origin, hard, binary)
    return found


def summary_of(figures: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """By column each known measure with the ends of its interval, its chance, and how many items and candidates."""
    return {
        f"{direction} {task}": {
            "queries": part["items"],
            "candidates": part["candidates"],
            "chance": part["chance"],
            "measures": {
                name: [value, *part["intervals"][name]] for name, value in part["measures"].items() if value is not None
            },
        }
        for direction, tasks in figures.items()
        for task, part in tasks.items()
    }
