"""Active time from saves."""

from datetime import UTC, datetime, timedelta

import pytest

from annotator.hours import active_seconds

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [([], 0), ([5], 0), ([0, 20, 45], 45), ([45, 0, 20], 45), ([0, 120, 240], 240), ([0, 121, 5000], 240), ([3, 3], 0)],
)
def test_gaps_count_up_to_the_idle_limit(seconds: list[int], expected: int) -> None:
    times = [START + timedelta(seconds=second) for second in seconds]
    assert active_seconds(times, idle_s=120) == expected
