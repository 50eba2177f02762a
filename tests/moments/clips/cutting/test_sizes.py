"""Sizes are written in GB, and in MB under one."""

import pytest

from moments.clips.cutting.sizes import readable_bytes


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 MB"),
        (1, "1 MB"),
        (1_499_999, "1 MB"),
        (24_700_000, "25 MB"),
        (999_400_000, "999 MB"),
        (999_700_000, "1.0 GB"),
        (1_000_000_000, "1.0 GB"),
        (12_340_000_000, "12.3 GB"),
    ],
)
def test_a_size_is_written_in_whole_megabytes_under_a_gigabyte(size, text):
    assert readable_bytes(size) == text
