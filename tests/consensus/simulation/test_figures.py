"""Figures of a campaign: kappa by hand, and means by rank."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from consensus.simulation.figures import UNDECIDED, kappa_of, means_by_rank

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)


@pytest.mark.parametrize(
    ("first", "second", "kappa", "quadratic"),
    [
        ([0, 4], [0, 4], 1.0, 1.0),
        ([0, 4], [4, 0], -1.0, -1.0),
        ([2, 2], [2, 2], 1.0, 1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0, 0.0),
        ([0, 1, 2, 2], [0, 1, 2, 0], 0.6364, 0.3846),
    ],
)
def test_kappa_is_the_textbooks(first: list[int], second: list[int], kappa: float, quadratic: float) -> None:
    columns = np.array(first), np.array(second)
    assert round(kappa_of(*columns), 4) == kappa
    assert round(kappa_of(*columns, quadratic=True), 4) == quadratic


@given(PAIRS)
def test_kappa_is_that_of_an_independent_implementation(pairs: list[tuple[int, int]]) -> None:
    first, second = (np.array(column) for column in zip(*pairs, strict=True))
    if len({*first.tolist(), *second.tolist()}) > 1:
        assert kappa_of(first, second) == pytest.approx(cohen_kappa_score(first, second))
        weighted = cohen_kappa_score(first, second, weights="quadratic", labels=range(5))
        assert kappa_of(first, second, quadratic=True) == pytest.approx(weighted)


def test_means_by_rank_are_of_batches_that_open_with_an_own_moment() -> None:
    batches = np.array([[4, 2, 1], [3, UNDECIDED, 3], [2, 4, 4], [UNDECIDED, 4, 4]])
    assert means_by_rank(batches) == (3.5, 2.0, 2.0)


@pytest.mark.parametrize("batches", [np.empty((0, 3)), np.array([[2, 4, 4]]), np.array([[4, UNDECIDED, 1]])])
def test_there_are_no_means_where_a_rank_has_no_verdict(batches: np.ndarray) -> None:
    assert means_by_rank(batches.astype(np.int64)) == ()
