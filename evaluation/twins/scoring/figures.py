"""What an evaluation of twins found, as one JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.twins.metrics.accuracy import ACCURACY
from evaluation.twins.metrics.answers import Answers
from evaluation.twins.metrics.items import BINARY, TASKS, Task, TwinItems
from evaluation.twins.metrics.recall import RECALL
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.scoring.mcnemar import mcnemar
from evaluation.twins.scoring.scores import chances_of, columns_of, drawn_weights, values_of

Figures = dict[str, Any]
ENDS = (0.025, 0.975)


def figures_of(
    items: TwinItems, answers: Mapping[str, Answers], settings: TwinSettings, *, resamples: int, seed: int
) -> Figures:
    """By direction and task: how many items and candidates, the measures, chance, and with resamples 95% intervals."""
    found: Figures = {}
    for direction, own in answers.items():
        found[direction] = {}
        for task in TASKS.values():
            columns = columns_of(task, settings)
            part: Figures = {"items": int(task.asked(items).sum()), "candidates": task.candidates(items)}
            values = values_of(own.of(task.name), columns)[0]
            part |= {"measures": _named(task, settings, values), "chance": chances_of(task, items, columns)}
            if resamples:
                drawn = _drawn(items, own, task, settings, resamples=resamples, seed=seed)
                part["intervals"] = _ends(task, settings, drawn)
            found[direction][task.name] = part
    return found


def difference_of(
    items: TwinItems,
    first: Mapping[str, Answers],
    second: Mapping[str, Answers],
    settings: TwinSettings,
    *,
    resamples: int,
    seed: int,
) -> Figures:
    """The second run's measures and, first minus second, the differences, with paired intervals and McNemar's test.

    Only the directions that both runs have are compared.
    """
    found: Figures = {}
    for direction in (one for one in first if one in second):
        found[direction] = {}
        for task in TASKS.values():
            columns, pair = columns_of(task, settings), (first[direction], second[direction])
            ours, theirs = (values_of(one.of(task.name), columns)[0] for one in pair)
            part: Figures = {"measures": _named(task, settings, theirs)}
            part["differences"] = _named(task, settings, ours - theirs)
            if resamples:
                drawn = [_drawn(items, one, task, settings, resamples=resamples, seed=seed) for one in pair]
                part["difference_intervals"] = _ends(task, settings, drawn[0] - drawn[1])
            found[direction][task.name] = {**part, "mcnemar": _tested(task, *pair)}
    return found


def _tested(task: Task, first: Answers, second: Answers) -> Figures:
    """McNemar's test on where a run is plainly right: 1 is the first rank, and the mark of a right choice."""
    test = mcnemar(first.of(task.name) == 1, second.of(task.name) == 1)
    return {"measure": ACCURACY.name if task is BINARY else f"{RECALL.name}@1", **test._asdict()}


def _drawn(
    items: TwinItems, answers: Answers, task: Task, settings: TwinSettings, *, resamples: int, seed: int
) -> Floats:
    """The columns of resampled families: resamples × columns."""
    columns, asked = columns_of(task, settings), task.asked(items)
    drawn = drawn_weights(items, resamples=resamples, seed=seed)
    return np.concatenate([values_of(answers.of(task.name), columns, weights[:, asked]) for weights in drawn])


def _ends(task: Task, settings: TwinSettings, drawn: Floats) -> dict[str, list[float] | None]:
    ends = np.quantile(drawn, ENDS, axis=0)
    names = [column.name for column in columns_of(task, settings)]
    return {
        name: None if np.isnan(ends[:, at]).any() else [float(end) for end in ends[:, at]]
        for at, name in enumerate(names)
    }


def _named(task: Task, settings: TwinSettings, values: Floats) -> dict[str, float | None]:
    names = [column.name for column in columns_of(task, settings)]
    return {name: None if np.isnan(value) else value for name, value in zip(names, values.tolist(), strict=True)}
