"""Segments are read from what people write, and written so that they are read again."""

from __future__ import annotations

import pytest

from annotator.marking.segments import Segment
from annotator.marking.written import read_written, written


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("none", []),
        (" None ", []),
        ("10-20", [[10_000, 20_000]]),
        ("0:10 – 0:20.5, 1:02:03 - 1:02:10", [[10_000, 20_500], [3_723_000, 3_730_000]]),
        ("61.25-2:00", [[61_250, 120_000]]),
    ],
)
def test_times_are_read(text, segments):
    assert read_written(text) == segments


@pytest.mark.parametrize(
    "text", ["", "10", "10-", "ten - 20", "1:2:3:4 - 5", "10-20,", "10--20", "-1-5", "1e3-2e3", "nan-5"]
)
def test_what_cannot_be_read_is_named(text):
    with pytest.raises(ValueError, match="expected times such as 0:10 - 0:20.5, or none, got"):
        read_written(text)


@pytest.mark.parametrize("segments", [(), (Segment(0, 200),), (Segment(59_999, 60_000), Segment(3_600_000, 3_723_450))])
def test_what_is_written_is_read_again(segments):
    assert read_written(written(segments)) == [[one.start_ms, one.end_ms] for one in segments]


def test_times_are_short():
    assert written((Segment(10_000, 20_500), Segment(3_723_000, 3_730_050))) == "0:10 – 0:20.5, 1:02:03 – 1:02:10.05"
