"""Which verdicts contradict each other."""

from __future__ import annotations

from consensus.contradictions.finding import Contradiction, JudgedPair, contradictions_among


def judged(
    pair: int, relevance: int, start_s: float, *, query: int = 1, video: int = 1, tolerance: int = 1
) -> JudgedPair:
    """A stretch of ten seconds."""
    return JudgedPair(pair, query, video, start_s, start_s + 10, relevance, tolerance)


def test_two_that_overlap_and_differ_by_more_than_the_tolerance_contradict() -> None:
    (found,) = contradictions_among([judged(1, 4, 0), judged(2, 2, 1)])
    assert found == Contradiction(1, (1, 2), (1, 2), 9 / 11, 2)


def test_what_the_tolerance_allows_is_none() -> None:
    assert contradictions_among([judged(1, 4, 0), judged(2, 3, 0)]) == []
    assert contradictions_among([judged(1, 4, 0), judged(2, 2, 0, tolerance=2)]) == []


def test_other_videos_and_other_queries_do_not_contradict() -> None:
    assert contradictions_among([judged(1, 4, 0), judged(2, 0, 0, video=2)]) == []
    assert contradictions_among([judged(1, 4, 0), judged(2, 0, 0, query=2)]) == []


def test_less_overlap_than_asked_is_none() -> None:
    rows = [judged(1, 4, 0), judged(2, 0, 3)]
    assert contradictions_among(rows) == []
    assert len(contradictions_among(rows, 0.5)) == 1


def test_a_group_is_told_once_with_the_two_furthest_apart() -> None:
    rows = [judged(1, 4, 0), judged(2, 2, 1), judged(3, 0, 0), judged(4, 3, 50)]
    (found,) = contradictions_among(rows)
    assert (found.pairs, set(found.worst), found.apart) == ((1, 2, 3), {1, 3}, 4)


def test_the_ends_of_a_chain_that_do_not_overlap_enough_are_no_contradiction() -> None:
    assert contradictions_among([judged(1, 3, 0), judged(2, 2, 1.5), judged(3, 1, 3)]) == []


def test_the_furthest_apart_come_first() -> None:
    rows = [judged(1, 2, 0), judged(2, 0, 0), judged(3, 4, 0, query=2), judged(4, 0, 0, query=2)]
    assert [one.query for one in contradictions_among(rows)] == [2, 1]
