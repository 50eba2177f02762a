"""Overlapping stretches of one video."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moments.ranking.overlaps import Stretch, overlap, overlap_groups, overlapping_pairs


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [((0, 10), (0, 10), 1.0), ((0, 10), (5, 15), 1 / 3), ((0, 10), (10, 20), 0.0), ((0, 8), (2, 6), 0.5)],
)
def test_the_overlap_is_the_intersection_over_the_union(
    one: tuple[float, float], other: tuple[float, float], value: float
) -> None:
    assert overlap(Stretch(1, "v", *one), Stretch(2, "v", *other)) == pytest.approx(value)
    assert overlap(Stretch(1, "v", *one), Stretch(2, "w", *other)) == 0.0


def test_a_chain_of_overlaps_is_one_group() -> None:
    chain = [Stretch(3, "v", 0, 10), Stretch(1, "v", 2, 12), Stretch(2, "v", 4, 14), Stretch(4, "v", 50, 60)]
    assert overlap_groups([*chain, Stretch(5, "w", 0, 10)], 0.6) == [[1, 2, 3]]
    assert overlapping_pairs(chain, 0.6) == [(3, 1, 8 / 12), (1, 2, 8 / 12)]


def test_the_least_overlap_counts() -> None:
    two = [Stretch(1, "v", 0, 10), Stretch(2, "v", 0, 7)]
    assert overlap_groups(two, 0.7) == [[1, 2]]
    assert overlap_groups(two, 0.71) == []


@given(
    st.lists(st.tuples(st.sampled_from("vw"), st.integers(0, 20), st.integers(1, 10)), max_size=12),
    st.sampled_from([0.3, 0.5, 0.7, 1.0]),
)
def test_pairs_are_those_that_comparing_all_finds(rows: list[tuple[str, int, int]], least: float) -> None:
    stretches = [Stretch(key, video, start, start + long) for key, (video, start, long) in enumerate(rows)]
    expected = {
        frozenset((one.key, other.key))
        for one in stretches
        for other in stretches
        if one.key < other.key and overlap(one, other) >= least
    }
    assert {frozenset(found[:2]) for found in overlapping_pairs(stretches, least)} == expected
    assert {key for group in overlap_groups(stretches, least) for key in group} == {
        key for two in expected for key in two
    }
