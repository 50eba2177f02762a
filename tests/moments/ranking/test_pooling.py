"""Pooling: the table in docs/ranking.md, and what holds of any pool."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from moments.ranking.pooling import SystemFinding, pooled

LISTS = {
    "a": [(10, 0.9), (20, 0.8), (30, 0.7), (40, 0.6)],
    "b": [(20, 5.0), (10, 4.0), (50, 3.0)],
    "c": [(60, 0.1)],
}


def moments(**fields: object) -> list[int]:
    return [one.moment for one in pooled(LISTS, **{"own": None, "depth": 9, "top": 9, **fields})]


def test_sources_take_turns_and_pass_over_what_was_given() -> None:
    assert moments() == [10, 20, 60, 30, 50, 40]


def test_the_own_moment_comes_first_whoever_found_it() -> None:
    assert moments(own=50) == [50, 10, 20, 60, 30, 40]
    assert moments(own=77)[0] == 77


def test_nothing_below_the_depth_comes_in() -> None:
    assert moments(depth=1) == [10, 20, 60]
    assert moments(depth=2) == [10, 20, 60]


def test_the_pool_is_cut_off_at_the_top() -> None:
    assert moments(top=2) == [10, 20]
    assert moments(own=30, top=1) == [30]


def test_each_moment_remembers_who_found_it_at_which_rank() -> None:
    found = {one.moment: one.found for one in pooled(LISTS, 77, depth=2, top=9)}
    assert found[10] == (SystemFinding("a", 1, 0.9), SystemFinding("b", 2, 4.0))
    assert found[60] == (SystemFinding("c", 1, 0.1),)
    assert found[77] == ()


def test_one_source_alone_is_its_own_list() -> None:
    assert [one.moment for one in pooled({"a": LISTS["a"]}, 10, depth=4, top=3)] == [10, 20, 30]


@given(
    st.dictionaries(st.sampled_from("abcd"), st.lists(st.integers(0, 20), unique=True, max_size=12), max_size=4),
    st.none() | st.integers(0, 20),
    st.integers(1, 12),
    st.integers(1, 15),
)
def test_a_pool_holds_each_moment_once_and_the_firsts_of_all(
    lists: dict[str, list[int]], own: int | None, depth: int, top: int
) -> None:
    pool = pooled({name: [(one, 0.0) for one in row] for name, row in lists.items()}, own, depth=depth, top=top)
    found = [one.moment for one in pool]
    heads = {one for row in lists.values() for one in row[:depth]} | ({own} if own is not None else set())
    assert len(set(found)) == len(found) == min(top, len(heads))
    assert set(found) <= heads
    for one in pool:
        assert {(each.source, each.rank) for each in one.found} == {
            (name, row[:depth].index(one.moment) + 1) for name, row in lists.items() if one.moment in row[:depth]
        }
