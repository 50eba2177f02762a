"""Times as people read and type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.marking.clock import TypedError, clock, stretch, stretches, typed_segments
from annotator.marking.segments import Segment


@pytest.mark.parametrize(
    ("ms", "words"),
    [(0, "0:00"), (999, "0:00.999"), (62_000, "1:02"), (62_500, "1:02.5"), (3_723_450, "1:02:03.45")],
)
def test_a_time_is_as_short_as_it_can_be(ms: int, words: str):
    assert clock(ms) == words


@given(st.lists(st.tuples(st.integers(0, 36_000_000), st.integers(1, 100_000)), max_size=5))
def test_what_is_written_is_read_back(drawn):
    segments = sorted(Segment(start, start + length) for start, length in drawn)
    assert typed_segments("\n".join(map(stretch, segments))) == [[one.start_ms, one.end_ms] for one in segments]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", []),
        ("10-20", [[10_000, 20_000]]),
        ("0:10 to 0:20,5; 1:00 – 1:10", [[10_000, 20_500], [60_000, 70_000]]),
        ("1:00-1:10\n\n 0:10 — 0:20", [[10_000, 20_000], [60_000, 70_000]]),
        ("20-10", [[20_000, 10_000]]),
    ],
)
def test_typed_segments_are_put_in_order(text: str, read: list[list[int]]):
    assert typed_segments(text) == read


@pytest.mark.parametrize("text", ["10", "a-b", "1-2-3", "1:2:3:4-5", "10-", "1.2345-3", "٣-٤"])
def test_what_is_no_segment_is_named(text: str):
    with pytest.raises(TypedError, match="expected two times such as 0:10 – 0:20.5, got"):
        typed_segments(text)


def test_a_book_is_refused():
    with pytest.raises(TypedError, match="at most 20,000 characters"):
        typed_segments("1-2;" * 10_000)


def test_segments_in_a_sentence():
    one, two, three = (Segment(at, at + 1500) for at in (0, 5_000, 10_000))
    assert stretches([]) == "nothing"
    assert stretches([one]) == "0:00–0:01.5"
    assert stretches([one, two, three]) == "0:00–0:01.5, 0:05–0:06.5 and 0:10–0:11.5"
