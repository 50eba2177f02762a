"""M1 on JSON that nobody vouches for."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.marking.reading import MOST_SEGMENTS, SegmentsError, read_segments
from annotator.marking.segments import Marking, Segment
from moments.marking_protocol import MarkingProtocol
from tests.annotator.marking.drawn import MARKINGS
from tests.rule_tables import worked_table

PROTOCOL = MarkingProtocol()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
)


def refusal(raw: object) -> SegmentsError:
    with pytest.raises(SegmentsError) as error:
        read_segments(raw, duration_ms=60_000, protocol=PROTOCOL)
    return error.value


@pytest.mark.parametrize(("submitted", "result"), worked_table("M1"))
def test_the_worked_table_holds(submitted: str, result: str) -> None:
    raw = json.loads(submitted)
    if result == "taken":
        expected = tuple(Segment(*pair) for pair in raw)
        assert read_segments(raw, duration_ms=60_000, protocol=PROTOCOL) == expected
    else:
        assert str(refusal(raw)) == result


def test_the_error_holds_the_position_of_the_segment() -> None:
    error = refusal([[0, 500], [600, 700]])
    assert (error.position, error.reason) == (2, "lasts 100 ms; the shortest segment lasts 200 ms")


@pytest.mark.parametrize("count", [MOST_SEGMENTS + 1, 1_000_000])
def test_too_many_segments_are_refused_unread(count: int) -> None:
    error = refusal([None] * count)
    assert (error.position, error.reason) == (None, f"expected at most 500 segments, got {count:,}")


def test_as_many_as_may_be_are_read() -> None:
    raw = [[at * 300, at * 300 + 200] for at in range(MOST_SEGMENTS)]
    assert len(read_segments(raw, duration_ms=MOST_SEGMENTS * 300, protocol=PROTOCOL)) == MOST_SEGMENTS


def test_a_number_of_ten_thousand_digits_lies_outside() -> None:
    assert refusal([[0, 10**10_000]]).reason == "lies outside the video, which lasts 60000 ms"


@given(JSON)
def test_any_json_is_read_or_refused(raw: object) -> None:
    with suppress(SegmentsError):
        segments = read_segments(raw, duration_ms=60_000, protocol=PROTOCOL)
        assert Marking(segments).segments == segments


@given(MARKINGS)
def test_a_marking_that_was_written_is_read_again(marking: Marking) -> None:
    raw = json.loads(json.dumps([[segment.start_ms, segment.end_ms] for segment in marking.segments]))
    assert read_segments(raw, duration_ms=1_000_000, protocol=PROTOCOL) == marking.segments
