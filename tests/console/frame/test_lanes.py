"""Lanes: stretches that nobody watched, and times in words."""

from __future__ import annotations

import pytest

from annotator.marking.segments import Segment
from console.frame.lanes import Lane, gaps, watched_segments


@pytest.mark.parametrize(
    ("watched", "left"),
    [
        ([], [(0, 100)]),
        ([(0, 100)], []),
        ([(20, 40), (0, 25), (30, 35)], [(40, 100)]),
        ([(10, 20), (30, 100)], [(0, 10), (20, 30)]),
        ([(0, 120)], []),
    ],
)
def test_gaps_are_what_nobody_watched(watched, left):
    found = gaps(watched_segments(watched), duration_ms=100)
    assert [(one.start_ms, one.end_ms) for one in found] == left


def test_a_bar_says_its_times():
    assert Lane("author", "Author", (Segment(1000, 2500),)).bars == [(Segment(1000, 2500), "0:01–0:02.5")]
