"""Segments and markings (M1)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from annotator.marking.segments import Marking, Segment, hull, iou, joined
from tests.annotator.marking.drawn import SEGMENTS
from tests.rule_tables import segments, worked_table


@pytest.mark.parametrize(("marked", "expected"), worked_table("M1 joined"))
def test_the_worked_table_holds(marked: str, expected: str) -> None:
    assert joined(segments(marked), gap_ms=1000) == segments(expected)


@given(SEGMENTS)
def test_joining_twice_changes_nothing_and_the_order_does_not_matter(marked: list[Segment]) -> None:
    once = joined(marked, gap_ms=1000)
    assert joined(once, gap_ms=1000) == once == joined(marked[::-1], gap_ms=1000)


@given(SEGMENTS)
def test_joined_segments_cover_every_segment_and_lie_more_than_the_gap_apart(marked: list[Segment]) -> None:
    whole = joined(marked, gap_ms=1000)
    assert all(sum(one.covers(segment) for one in whole) == 1 for segment in marked)
    assert all(after.start_ms - before.end_ms > 1000 for before, after in pairwise(whole))
    assert not marked or hull(whole) == hull(marked)


@pytest.mark.parametrize(("start_ms", "end_ms"), [(5, 5), (6, 5), (-1, 5)])
def test_a_segment_without_length_or_before_the_video_is_an_error(start_ms: int, end_ms: int) -> None:
    with pytest.raises(ValueError, match="starts at 0 or later"):
        Segment(start_ms, end_ms)


@pytest.mark.parametrize("second", [Segment(9, 20), Segment(2, 4)])
def test_a_marking_with_segments_out_of_order_is_an_error(second: Segment) -> None:
    with pytest.raises(ValueError, match="ordered and disjoint"):
        Marking((Segment(5, 10), second))


def test_a_marking_without_segments_says_that_there_is_no_answer() -> None:
    assert (Marking().has_answer, Marking((Segment(0, 1),)).has_answer) == (False, True)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [((0, 10), (0, 10), 1.0), ((0, 10), (5, 15), 1 / 3), ((0, 10), (10, 20), 0.0), ((0, 100), (0, 90), 0.9)],
)
def test_iou_is_the_shared_time_over_the_whole(one: tuple[int, int], other: tuple[int, int], expected: float) -> None:
    assert iou(Segment(*one), Segment(*other)) == iou(Segment(*other), Segment(*one)) == expected
