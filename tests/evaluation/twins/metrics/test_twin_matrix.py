"""Ranks and choices of matrices agree with a second implementation, and keep what cannot change them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from evaluation.twins.metrics.matrix import matrix_answers
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.scoring.figures import figures_of
from tests.evaluation.twins.worlds import items_of, plainly


@st.composite
def worlds(draw):
    """Items, and scores of which many are equal."""
    items = items_of(draw(st.integers(1, 5)), draw(st.integers(0, 4)))
    n = len(items.names)
    coarse = st.integers(-3, 3).map(lambda number: number / 2)
    return items, draw(arrays.arrays(np.float32, (n, n), elements=coarse))


def answered(items, scores, rows=None, columns=None, height=3):
    """The answers of a matrix that is in the order of the items, read in another order and by blocks."""
    n = len(items.names)
    rows = np.arange(n) if rows is None else rows
    columns = np.arange(n) if columns is None else columns
    stored = scores[np.ix_(rows, columns)]

    def blocks():
        for begin in range(0, n, height):
            yield stored[begin : begin + height]

    return matrix_answers(items, rows, columns, blocks)


def measured(items, answers, ks=(1, 5, 10)):
    tasks = figures_of(items, {"text_to_video": answers}, TwinSettings(ks=ks), resamples=0, seed=0)["text_to_video"]
    return {task: part["measures"] for task, part in tasks.items()}


@given(worlds(), st.randoms(use_true_random=False), st.integers(1, 7))
def test_every_measure_is_what_its_definition_says_in_both_directions(world, random, height):
    items, scores = world
    rows, columns = list(range(len(scores))), list(range(len(scores)))
    random.shuffle(rows)
    random.shuffle(columns)
    for answers, seen in zip(
        answered(items, scores, np.array(rows), np.array(columns), height), (scores, scores.T), strict=True
    ):
        expected = plainly(items, seen, ks=(1, 2, 3))
        found = measured(items, answers, ks=(1, 2, 3))
        assert found == {task: pytest.approx(values, abs=1e-9) for task, values in expected.items()}


@given(worlds())
def test_only_the_order_of_scores_counts(world):
    items, scores = world
    before = [measured(items, one) for one in answered(items, scores)]
    assert [measured(items, one) for one in answered(items, np.exp(scores * 2) - 7)] == before


@given(worlds())
def test_the_directions_of_a_transposed_matrix_are_exchanged(world):
    items, scores = world
    forth, back = (measured(items, one) for one in answered(items, scores))
    assert [measured(items, one) for one in answered(items, scores.T)] == [back, forth]


@given(worlds(), st.data())
def test_a_higher_score_for_the_right_video_never_makes_a_text_worse(world, data):
    items, scores = world
    item = data.draw(st.integers(0, len(scores) - 1))
    better = scores.copy()
    better[item, item] += 1
    before, after = (measured(items, answered(items, one)[0]) for one in (scores, better))
    assert after["Binary"]["Accuracy"] >= before["Binary"]["Accuracy"]
    for task in ("Origin", "Hard"):
        assert after[task]["MeanR"] <= before[task]["MeanR"]
        assert all(after[task][f"R@{k}"] >= before[task][f"R@{k}"] for k in (1, 5, 10))


def test_equal_scores_share_their_mean_rank_and_count_a_half():
    items = items_of(3, 1)
    found = measured(items, answered(items, np.zeros((7, 7), np.float32))[0])
    assert found["Origin"] == {"R@1": 0, "R@5": 1, "R@10": 1, "MedR": 2.5, "MeanR": 2.5}
    assert found["Hard"] == {"R@1": 0, "R@5": 1, "R@10": 1, "MedR": 4, "MeanR": 4}
    assert found["Binary"] == {"Accuracy": 0.5}
