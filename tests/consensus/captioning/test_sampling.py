"""Instants are spread over all true segments, never more than were asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.marking.segments import Segment
from consensus.captioning.sampling import sampled_instants


@pytest.mark.parametrize(
    ("stretches", "count", "instants"),
    [
        ([(0, 8_000)], 4, [1_000, 3_000, 5_000, 7_000]),
        ([(0, 8_000)], 1, [4_000]),
        ([(0, 6_000), (10_000, 12_000)], 4, [1_000, 3_000, 5_000, 11_000]),
        ([(0, 60_000), (70_000, 70_200)], 2, [30_000, 70_100]),
        ([(0, 100), (200, 400), (500, 900)], 2, [300, 700]),
        ([(0, 2)], 4, [0, 1]),
        ([], 4, []),
    ],
)
def test_worked_cases(stretches, count, instants):
    assert sampled_instants([Segment(*one) for one in stretches], count) == instants


@given(st.lists(st.integers(1, 9_000), min_size=1, max_size=40), st.integers(1, 32))
def test_every_instant_lies_in_a_segment_and_none_is_too_many(lengths, count):
    stretches, at = [], 0
    for length in lengths:
        stretches.append(Segment(at, at + length))
        at += length + 50
    found = sampled_instants(stretches, count)
    assert 1 <= len(found) <= count
    assert found == sorted(set(found))
    assert all(any(one.start_ms <= instant < one.end_ms for one in stretches) for instant in found)
    reached = [one for one in stretches if any(one.start_ms <= instant < one.end_ms for instant in found)]
    assert len(reached) == min(count, len(stretches))
