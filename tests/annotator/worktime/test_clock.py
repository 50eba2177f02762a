"""When work was done: what a program says of it, held within what the server knows."""

from datetime import timedelta

import pytest

from annotator.worktime.clock import Worked, reported_work
from tests.factories import NOW


def before(seconds: float):
    return NOW - timedelta(seconds=seconds)


# delivered s ago (– : not known), pressed s ago, in view ms: at s ago, shown s ago, in view ms
CASES = [
    (60, 0, 5000, 0, 5, 5000),
    (60, 10, 5000, 10, 15, 5000),
    (60, 0, None, 0, 0, None),
    (60, 58, 5000, 58, 60, 5000),  # shown no earlier than it was delivered
    (60, 61, 5000, 60, 60, 5000),  # pressed no earlier than it was delivered
    (60, 31_622_400, 5000, 60, 60, 5000),
    (60, 0, 3_600_000, 0, 60, 60_000),  # in view for no longer than the person had it
    (0, 0, 5000, 0, 0, 0),
    (-5, 3, 5000, 0, 0, 0),  # delivered by a server whose clock is ahead
    (None, 10, 5000, 10, 15, 5000),
    (None, 0, None, 0, 0, None),
]


@pytest.mark.parametrize(("since", "ago", "shown_ms", "at", "shown_at", "counted_ms"), CASES)
def test_work_lies_between_delivery_and_now(since, ago, shown_ms, at, shown_at, counted_ms) -> None:
    worked = reported_work(
        now=NOW, since=None if since is None else before(since), ago_ms=int(ago * 1000), shown_ms=shown_ms
    )
    assert worked == Worked(before(at), before(shown_at), counted_ms)
