import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from evaluation.stability.tau import tau_b

MEANS = st.lists(st.integers(0, 4).map(lambda value: value / 4), min_size=6, max_size=6)


@given(MEANS, st.lists(MEANS, min_size=1, max_size=4))
def test_tau_b_is_that_of_scipy_ties_and_all(reference, rows):
    found = tau_b(np.array(reference), np.array(rows))
    expected = [kendalltau(reference, row, variant="b").statistic for row in rows]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_an_order_that_ties_everything_has_no_tau():
    assert np.isnan(tau_b(np.array([0.5, 0.5]), np.array([[0.1, 0.2]])))


def test_the_same_sum_in_another_order_is_a_tie():
    assert tau_b(np.array([1.0, 2.0, 3.0]), np.array([[0.1 + 0.2, 0.3, 0.4]])) == pytest.approx(2 / np.sqrt(6))
