"""M2: the matching of two markings, and the test of a match."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from annotator.marking.matching import agree, compare, matched
from annotator.marking.segments import Marking, Segment, iou, joined
from moments.marking_protocol import MarkingProtocol
from tests.annotator.marking.drawn import MARKINGS, SEGMENTS
from tests.rule_tables import segments, worked_table

PROTOCOL = MarkingProtocol()


@pytest.mark.parametrize(("one", "other", "matches", "truth", "still_open"), worked_table("M2"))
def test_the_worked_table_counts_the_matches(one: str, other: str, matches: str, truth: str, still_open: str) -> None:
    compared = compare(segments(one), segments(other), protocol=PROTOCOL)
    assert len(compared.matches) == int(matches)


@given(MARKINGS, MARKINGS)
def test_the_sum_of_iou_is_that_of_the_assignment_problem(one: Marking, other: Marking) -> None:
    likeness = np.array([[iou(mine, yours) for yours in other.segments] for mine in one.segments])
    likeness = likeness.reshape(len(one.segments), len(other.segments))
    rows, columns = linear_sum_assignment(likeness, maximize=True)
    ours = sum(iou(mine, yours) for mine, yours in matched(one.segments, other.segments))
    assert ours == pytest.approx(likeness[rows, columns].sum())


@given(SEGMENTS, SEGMENTS)
def test_every_joined_segment_has_exactly_one_place(one: list[Segment], other: list[Segment]) -> None:
    compared = compare(one, other, protocol=PROTOCOL)
    ones = [*compared.only_one, *(match.one for match in compared.matches)]
    others = [*compared.only_other, *(match.other for match in compared.matches)]
    assert (sorted(ones), sorted(others)) == ([*joined(one, gap_ms=1000)], [*joined(other, gap_ms=1000)])
    assert all(match.iou == iou(match.one, match.other) > 0 for match in compared.matches)


@given(SEGMENTS, SEGMENTS)
def test_swapping_the_people_swaps_the_result(one: list[Segment], other: list[Segment]) -> None:
    there, back = compare(one, other, protocol=PROTOCOL), compare(other, one, protocol=PROTOCOL)
    assert [(match.one, match.other, match.agrees) for match in there.matches] == [
        (match.other, match.one, match.agrees) for match in back.matches
    ]
    assert (there.only_one, there.only_other) == (back.only_other, back.only_one)


@given(SEGMENTS, SEGMENTS, st.randoms(use_true_random=False))
def test_the_order_of_segments_does_not_matter(one: list[Segment], other: list[Segment], random) -> None:
    shuffled = random.sample(one, len(one))
    assert compare(shuffled, other, protocol=PROTOCOL) == compare(one, other, protocol=PROTOCOL)


@given(SEGMENTS)
def test_a_marking_agrees_with_itself(marked: list[Segment]) -> None:
    compared = compare(marked, marked, protocol=PROTOCOL)
    assert compared.all_agree
    assert tuple(chain(match.one for match in compared.agreed)) == joined(marked, gap_ms=1000)


@given(SEGMENTS, SEGMENTS, st.integers(0, 4000), st.floats(0, 0.9))
def test_a_stricter_protocol_agrees_on_no_more(
    one: list[Segment], other: list[Segment], edge_tolerance_ms: int, min_iou: float
) -> None:
    strict = MarkingProtocol(edge_tolerance_ms=min(edge_tolerance_ms, 2000), min_iou=max(min_iou, 0.5))
    agreed = {(match.one, match.other) for match in compare(one, other, protocol=strict).agreed}
    assert agreed <= {(match.one, match.other) for match in compare(one, other, protocol=PROTOCOL).agreed}


@pytest.mark.parametrize(
    ("other", "agrees"),
    [
        (Segment(12_000, 22_000), True),  # IoU 8/12, edges 2 s off
        (Segment(12_001, 22_000), False),
        (Segment(10_000, 22_001), False),
        (Segment(10_000, 18_000), True),
        (Segment(10_000, 11_111), False),
    ],
)
def test_both_edges_count(other: Segment, agrees: bool) -> None:
    assert agree(Segment(10_000, 20_000), other, PROTOCOL) == agree(other, Segment(10_000, 20_000), PROTOCOL) == agrees


def test_five_hundred_segments_a_side_are_matched() -> None:
    one = [Segment(at * 3000, at * 3000 + 1500) for at in range(500)]
    other = [Segment(at * 3000 + 1000, at * 3000 + 2000) for at in range(500)]
    assert len(compare(one, other, protocol=PROTOCOL).matches) == 500
    whole = compare(one, [Segment(0, 1_500_000)], protocol=PROTOCOL)
    assert (len(whole.matches), len(whole.only_one)) == (1, 499)
