"""How far the scores of one unit lie apart."""

from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.statistics.differences import mean_difference


@given(st.lists(st.integers(0, 4), max_size=12))
def test_it_is_the_mean_over_every_two_raters(scores: list[int]) -> None:
    apart = [abs(one - other) for one, other in combinations(scores, 2)]
    found = mean_difference([scores.count(level) for level in range(5)])
    assert found == (pytest.approx(mean(apart)) if apart else None)


def test_two_camps_at_the_ends_lie_furthest_apart() -> None:
    assert mean_difference([0, 0, 3, 0, 0]) == 0
    assert mean_difference([2, 0, 0, 0, 2]) == pytest.approx(16 / 6)
