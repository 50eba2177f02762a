"""M5: windows around a condition's instant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.marking.segments import Segment
from consensus.marking.windows import draw_window
from tests.annotator.marking.drawn import SEGMENTS
from tests.rule_tables import segments, worked_table


@pytest.mark.parametrize(("instant", "duration", "truths", "within"), worked_table("M5"))
def test_the_worked_table_holds(instant: str, duration: str, truths: str, within: str) -> None:
    at_ms, duration_ms = round(float(instant) * 1000), round(float(duration) * 1000)
    drawn = [draw_window(at_ms, duration_ms=duration_ms, seed=seed, truths=segments(truths)) for seed in range(300)]
    windows = [window for window in drawn if window]
    if within == "–":
        assert windows == []
        return
    (bounds,) = segments(within)
    assert len(windows) == 300
    assert all(bounds.covers(window) and window.start_ms <= at_ms < window.end_ms for window in windows)
    assert all(2000 <= window.length_ms <= 30_000 for window in windows)
    assert min(window.start_ms for window in windows) < bounds.start_ms + bounds.length_ms / 5
    assert max(window.end_ms for window in windows) > bounds.end_ms - bounds.length_ms / 5


@given(st.integers(0, 59_999), SEGMENTS, st.integers())
def test_a_window_never_shows_a_truth_and_only_the_seed_decides(at_ms: int, truths: list[Segment], seed: int) -> None:
    window = draw_window(at_ms, duration_ms=60_000, seed=seed, truths=truths)
    assert window == draw_window(at_ms, duration_ms=60_000, seed=seed, truths=truths[::-1])
    assert window is None or not any(window.overlap_ms(truth) for truth in truths)


@pytest.mark.parametrize("at_ms", [-1, 5000])
def test_an_instant_outside_the_video_is_an_error(at_ms: int) -> None:
    with pytest.raises(ValueError, match="outside the video"):
        draw_window(at_ms, duration_ms=5000, seed=1)
