"""By task and overall: plain means of task means, intervals that resample within tasks, chance with its error."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.scoring.bootstrap import interval
from evaluation.scoring.scores import Scores
from evaluation.segments.scoring.chance import Chance
from evaluation.segments.scoring.published import PUBLISHED, published_figures
from evaluation.segments.scoring.report import as_lines, figures_of
from tests.evaluation.segments.worlds import asked

TASKS = ["MS", "MS", "MS", "CA"]
VALUES = np.array([[1.0, 0.5], [0.0, 0.5], [0.0, 0.5], [1.0, 0.0]])


def reported(resamples=0):
    questions = asked([[(0, 10)]] * 4, tasks=TASKS)
    unknown = np.array([[0.25, np.nan], [0.75, np.nan]])
    chance = Chance(unknown, np.array([[0.0, 0], [0.01, 0]]), unknown.mean(axis=0), np.array([0.005, 0]))
    return figures_of(questions, Scores(["A", "B"], VALUES), chance, resamples=resamples, seed=1)


def test_overall_is_the_plain_mean_of_the_task_means():
    figures = reported()
    assert {task: part["questions"] for task, part in figures["tasks"].items()} == {"MS": 3, "CA": 1}
    assert figures["tasks"]["MS"]["measures"] == pytest.approx({"A": 1 / 3, "B": 1 / 2})
    assert figures["overall"]["measures"] == pytest.approx({"A": 2 / 3, "B": 1 / 4})


def test_a_chance_that_is_not_known_is_left_out():
    figures = reported()
    assert (figures["overall"]["chance"], figures["overall"]["chance_errors"]) == ({"A": 0.5}, {"A": 0.005})
    assert figures["tasks"]["MS"]["chance"] == {"A": 0.25}


def test_questions_are_resampled_within_their_task():
    figures = reported(resamples=200)
    assert figures["tasks"]["CA"]["intervals"] == {"A": [1, 1], "B": [0, 0]}  # its only question, every time
    assert figures["overall"]["intervals"]["B"] == [0.25, 0.25]
    low, high = figures["overall"]["intervals"]["A"]
    assert low == 0.5  # half of CA's share, where none of MS is drawn
    assert 2 / 3 < high <= 1


def test_the_interval_of_one_task_is_that_of_the_plain_bootstrap():
    values = np.random.default_rng(1).random((300, 1))
    chance = Chance(*(np.zeros((1, 1)),) * 2, *(np.zeros(1),) * 2)
    figures = figures_of(asked([[(0, 10)]] * 300), Scores(["A"], values), chance, resamples=2000, seed=3)
    low, high = interval(values, resamples=2000, seed=9)
    assert figures["overall"]["intervals"]["A"] == pytest.approx([low[0], high[0]], abs=0.005)
    assert figures["overall"] == {key: figures["tasks"]["MS"][key] for key in figures["overall"]}


def test_the_lines_name_overall_tasks_chance_and_its_error():
    lines = as_lines({"counts": {"true_segments": 4}, **reported()}).splitlines()
    assert lines == [
        "true segments: 4",
        "",
        "overall, the mean of the tasks MS, CA",
        "A  0.6667  chance 0.5000 ± 0.0050",
        "B  0.2500",
        "",
        "MS, 3 questions",
        "A  0.3333  chance 0.2500",
        "B  0.5000",
        "",
        "CA, 1 question",
        "A  1.0000  chance 0.7500 ± 0.0100",
        "B  0.0000",
    ]
    assert "A  1.0000 [1.0000, 1.0000]  chance 0.7500 ± 0.0100" in as_lines({"counts": {}, **reported(resamples=9)})


def test_published_figures_come_with_their_source_and_their_contradiction():
    published = published_figures()
    assert len(published["overall_percent"]) == len(PUBLISHED) == 9
    lines = as_lines({"counts": {}, **reported(), "published": published})
    assert "published R@1, overall, in percent\nV-Embedder" in lines
    assert "source: Yuan and others, MomentSeeker" in lines
    assert "CA of E5V is printed as 37.5, its rows give 43.9." in lines
