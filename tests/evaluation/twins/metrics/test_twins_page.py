"""The tables of docs/measures-of-twins.md are what the code says and computes."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.twins.metrics.items import DIRECTIONS, TASKS
from evaluation.twins.metrics.measures import TWIN_MEASURES
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.scoring.figures import figures_of
from evaluation.twins.scoring.mcnemar import mcnemar
from evaluation.twins.scoring.published import PUBLISHED, published_figures
from tests.evaluation.page_tables import rows_of
from tests.evaluation.twins.metrics.test_twin_matrix import answered
from tests.evaluation.twins.worlds import items_of

PAGE = "measures-of-twins.md"


def test_the_page_lists_every_task_and_measure():
    items = items_of(3, 1)
    tasks = [
        [task.name, task.sentence, str(task.asked(items).sum()), str(task.candidates(items))] for task in TASKS.values()
    ]
    assert rows_of("tasks", PAGE) == tasks
    measures = [
        [f"{measure.name}@K" if measure.at_cutoffs else measure.name, ", ".join(measure.tasks), measure.sentence]
        for measure in TWIN_MEASURES.values()
    ]
    assert rows_of("twin-measures", PAGE) == measures


@pytest.fixture(scope="module")
def found():
    rows = rows_of("scores", PAGE)
    items = items_of(3, 1)
    assert [row[0] for row in rows] == items.names
    answers = answered(items, np.array([row[1:] for row in rows], dtype=np.float32))
    named = dict(zip(DIRECTIONS, answers, strict=True))
    return figures_of(items, named, TwinSettings(ks=(1, 2)), resamples=0, seed=0)


@pytest.mark.parametrize(("direction", "task", "measure", "value", "chance"), rows_of("worked", PAGE))
def test_the_worked_example_comes_out(found, direction, task, measure, value, chance):
    part = found[direction.replace(" ", "_")][task]
    assert (f"{part['measures'][measure]:.4f}", f"{part['chance'][measure]:.4f}") == (value, chance)


@pytest.mark.parametrize(("first", "second", "p"), rows_of("mcnemar", PAGE))
def test_the_tests_of_the_page_come_out(first, second, p):
    right = np.arange(int(first) + int(second)) < int(first)
    assert f"{mcnemar(right, ~right).p:.4f}" == p


def test_the_page_prints_the_published_rows():
    rows = [[row.system, *(f"{value:.1f}" for value in row.percent)] for row in PUBLISHED]
    assert rows_of("published", PAGE) == rows
    assert list(published_figures()["percent"]["UMT"]) == ["Origin R@1", "Hard R@1", "Binary Accuracy"]
