"""Times and frames of a video are turned into each other by a table, exactly."""

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.frame_table import FrameTable, table_of, unpacked

LISTING = """#software: Lavf63.1.102
#tb 0: 1/90000
#dimensions 0: 2x2
0,       9000,       9000,     5425,        6, 0x0a4402f0
0,      14425,      14425,     1380,        6, 0x0a4402f0
0,      15805,      15805,     3532,        6, 0x0a4a02f1
"""

tables = st.builds(
    lambda base, first, lengths: FrameTable(base, list(accumulate(lengths, initial=first))[:-1], first + sum(lengths)),
    st.sampled_from([Fraction(1, 90_000), Fraction(1, 12_800), Fraction(1001, 30_000), Fraction(1, 1000)]),
    st.integers(0, 10_000),
    st.lists(st.integers(90, 5000), min_size=1, max_size=40),
)


def test_a_listing_becomes_a_table() -> None:
    table = table_of(LISTING.splitlines())
    assert table == FrameTable(Fraction(1, 90_000), [9000, 14_425, 15_805], 19_337)
    assert [table.start_ms(frame) for frame in range(4)] == [100, 160, 175, 214]
    assert [table.frame_at_ms(ms) for ms in (0, 100, 159, 160, 174, 175, 214, 9999)] == [0, 0, 0, 1, 1, 2, 2, 2]
    assert table.duration_s == pytest.approx(10_337 / 90_000)
    assert table.seek_s(0) == pytest.approx(5425 / 2 / 90_000)
    assert table.seek_s(2) == pytest.approx((6805 + 3532 / 2) / 90_000)


def test_equal_frames_are_packed_into_one_run() -> None:
    table = FrameTable(Fraction(1, 25), list(range(500)), 500)
    assert table.packed() == {"base": [1, 25], "first": 0, "runs": [[1, 500]]}


@pytest.mark.parametrize("listing", ["", "#tb 0: 1/25\n", "0, 0, 0, 1, 6, 0x0\n"])
def test_a_listing_without_frames_or_clock_is_a_damaged_video(listing: str) -> None:
    with pytest.raises(CutError, match="no picture can be decoded"):
        table_of(listing.splitlines())


@pytest.mark.parametrize("frame", [-1, 501])
def test_a_frame_that_is_not_there_has_no_time(frame: int) -> None:
    with pytest.raises(IndexError, match="expected a frame from 0 to 500"):
        FrameTable(Fraction(1, 25), list(range(500)), 500).start_ms(frame)


@given(tables)
def test_packing_loses_nothing(table: FrameTable) -> None:
    assert unpacked(table.packed()) == table


@given(tables)
def test_each_frame_is_found_at_its_own_millisecond_and_not_before(table: FrameTable) -> None:
    for frame in range(len(table)):
        begin_ms = table.start_ms(frame)
        assert table.frame_at_ms(begin_ms) == frame
        assert table.frame_at_ms(begin_ms - 1) == max(0, frame - 1)


@given(tables)
def test_a_player_seeks_to_within_the_frame(table: FrameTable) -> None:
    ends = [*table.starts[1:], table.end]
    for frame, (start, end) in enumerate(zip(table.starts, ends, strict=True)):
        assert float((start - table.starts[0]) * table.base) < table.seek_s(frame)
        assert table.seek_s(frame) < float((end - table.starts[0]) * table.base)
