"""The measures of a run by direction and task, and what they are for resampled twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.scoring.bootstrap import blocks
from evaluation.twins.metrics.items import Task, TwinItems
from evaluation.twins.metrics.measure import TwinMeasure
from evaluation.twins.metrics.measures import TWIN_MEASURES
from evaluation.twins.metrics.settings import TwinSettings


class TaskColumn(NamedTuple):
    """One column of a task: a measure at a cut-off."""

    name: str
    measure: TwinMeasure
    k: int


def columns_of(task: Task, settings: TwinSettings) -> list[TaskColumn]:
    """The columns of a task, in the order of reports."""
    return [
        TaskColumn(column.name, measure, column.k)
        for measure in TWIN_MEASURES.values()
        if task.name in measure.tasks
        for column in measure.columns(settings)
    ]


def values_of(answers: Floats, columns: list[TaskColumn], weights: Floats | None = None) -> Floats:
    """The columns' values, a row for each row of weights; NaN where a rank that is needed is not known."""
    drawn = np.ones((1, len(answers))) if weights is None else weights
    known = np.isfinite(answers).all()
    unknown = np.full(len(drawn), np.nan)
    found = [
        column.measure.compute(answers, drawn, column.k) if known or not column.measure.whole else unknown
        for column in columns
    ]
    return np.stack(found, axis=1)


def chances_of(task: Task, items: TwinItems, columns: list[TaskColumn]) -> dict[str, float]:
    """What a random order of the task's candidates reaches on average."""
    candidates = task.candidates(items)
    return {column.name: column.measure.chance(candidates, column.k) for column in columns}


def drawn_weights(items: TwinItems, *, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each item is drawn, some resamples at a time: whole families, each a video with its twin.

    The same seed, number of families and of resamples give the same draws.
    """
    rng = np.random.default_rng(seed)
    families = int(items.family.max()) + 1
    for many in blocks(resamples, len(items.names)):
        drawn = rng.integers(families, size=(many, families)) + families * np.arange(many)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=many * families).reshape(many, families)
        yield counts[:, items.family].astype(np.float64)
