"""Chance, intervals and comparisons of runs of twins."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.twins.metrics.answers import Answers
from evaluation.twins.metrics.median_rank import median_rank
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.scoring.figures import difference_of, figures_of
from evaluation.twins.scoring.mcnemar import mcnemar
from evaluation.twins.scoring.scores import drawn_weights
from tests.evaluation.twins.metrics.test_twin_matrix import answered, measured
from tests.evaluation.twins.worlds import items_of

SETTINGS = TwinSettings(ks=(1, 2))


def test_chance_is_the_mean_over_all_orders_of_scores():
    items = items_of(1, 1)
    distinct = [np.array(rows, np.float32) for rows in product(permutations(range(3)), repeat=3)]
    found = [measured(items, answered(items, scores)[0], ks=(1, 2)) for scores in distinct]
    part = figures_of(items, {"text_to_video": answered(items, distinct[0])[0]}, SETTINGS, resamples=0, seed=0)
    for task, figures in part["text_to_video"].items():
        for name, chance in figures["chance"].items():
            assert np.mean([one[task][name] for one in found]) == pytest.approx(chance, abs=1e-12), (task, name)


def test_a_twin_is_drawn_together_with_its_video():
    items = items_of(3, 2)
    weights = np.concatenate(list(drawn_weights(items, resamples=50, seed=1)))
    assert (weights.shape, set(weights[:, ::2].sum(axis=1).tolist()) != {4.0}) == ((50, 8), True)
    assert (weights[:, 0:6:2] == weights[:, 1:6:2]).all()
    assert (weights[:, [0, 2, 4, 6, 7]].sum(axis=1) == 5).all()


def test_the_same_seed_draws_the_same_intervals_and_another_seed_others():
    items = items_of(30, 5)
    answers = {"text_to_video": answered(items, np.random.default_rng(0).random((65, 65), dtype=np.float32))[0]}
    one, again, other = (
        figures_of(items, answers, SETTINGS, resamples=200, seed=seed)["text_to_video"] for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other
    for part in one.values():
        for name, (low, high) in part["intervals"].items():
            assert low <= part["measures"][name] <= high


def test_the_interval_of_a_random_run_covers_a_half_about_as_often_as_it_says():
    items, covered = items_of(100), 0
    for seed in range(100):
        scores = np.random.default_rng(seed).random((200, 200), dtype=np.float32)
        answers = {"text_to_video": answered(items, scores, height=200)[0]}
        found = figures_of(items, answers, SETTINGS, resamples=200, seed=seed)["text_to_video"]["Binary"]
        low, high = found["intervals"]["Accuracy"]
        covered += low <= 0.5 <= high
    assert 88 <= covered <= 100


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.data())
def test_a_weighted_median_is_the_median_of_the_repeated_ranks(ranks, data):
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(ranks), max_size=len(ranks)).filter(any))
    found = median_rank(np.array(ranks, float), np.array([times], float), 1)
    assert found.tolist() == [np.median(np.repeat(ranks, times))]


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_is_twice_the_tail_of_a_fair_coin(only_first, only_second):
    first = np.repeat([True, False, True, False], [only_first, only_second, 3, 4])
    second = np.repeat([False, True, True, False], [only_first, only_second, 3, 4])
    n, few = only_first + only_second, min(only_first, only_second)
    exact = min(Fraction(1), 2 * sum(Fraction(comb(n, at), 2**n) for at in range(few + 1)))
    assert mcnemar(first, second) == (only_first, only_second, pytest.approx(float(exact), rel=1e-12))


def test_mcnemar_of_thousands_of_items_does_not_overflow():
    right = np.arange(4000) < 2100
    assert mcnemar(right, ~right) == (2100, 1900, pytest.approx(0.0016492664, abs=1e-9))


def test_two_runs_are_compared_on_the_same_draws():
    items = items_of(20)
    rng = np.random.default_rng(3)
    first, second = ({"text_to_video": answered(items, rng.random((40, 40), dtype=np.float32))[0]} for _ in range(2))
    same = difference_of(items, first, first, SETTINGS, resamples=100, seed=1)["text_to_video"]["Hard"]
    assert same["difference_intervals"] == {name: [0, 0] for name in same["measures"]}
    assert same["mcnemar"] == {"measure": "R@1", "only_first": 0, "only_second": 0, "p": 1}
    found = difference_of(items, first, second, SETTINGS, resamples=100, seed=1)["text_to_video"]["Binary"]
    own, other = (measured(items, one["text_to_video"])["Binary"]["Accuracy"] for one in (first, second))
    assert found["measures"]["Accuracy"] == other
    assert found["differences"]["Accuracy"] == pytest.approx(own - other, abs=1e-12)
    test = found["mcnemar"]
    assert (test["only_first"] - test["only_second"]) / 40 == pytest.approx(own - other, abs=1e-12)


def test_ranks_behind_the_end_of_a_list_leave_median_and_mean_unknown():
    items = items_of(2)
    answers = Answers(np.array([1.0, np.inf]), np.array([1.0, 2.0, np.inf, 3.0]), np.array([1.0, 1.0, 0.0, 0.5]))
    found = figures_of(items, {"text_to_video": answers}, SETTINGS, resamples=20, seed=0)["text_to_video"]
    assert found["Hard"]["measures"] == {"R@1": 0.25, "R@2": 0.5, "MedR": None, "MeanR": None}
    assert (found["Origin"]["intervals"]["MeanR"], found["Binary"]["measures"]) == (None, {"Accuracy": 0.625})
