"""The fillers of a pool (M6)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consensus.pools.filling import SECONDS_A_FILLER, Stretch, fill, overlapping_runs
from tests.rule_tables import segments, worked_table


def stretches(cell: str) -> list[Stretch]:
    return [(segment.start_ms // 1000, segment.end_ms // 1000) for segment in segments(cell)]


@pytest.mark.parametrize(("duration", "truths", "lengths", "uncopied"), worked_table("M6"))
def test_the_worked_table_holds(duration: str, truths: str, lengths: str, uncopied: str) -> None:
    for seed in range(20):
        filled = fill(stretches(truths), duration=int(duration), draw=random.Random(seed))
        found = [str(length) for length in sorted(end - start for start, end in filled.fillers)]
        assert (", ".join(found) or "–", [*filled.uncopied]) == (lengths, stretches(uncopied))


@st.composite
def videos(draw: st.DrawFn) -> tuple[int, list[Stretch]]:
    duration = draw(st.integers(1, 400))
    starts = draw(st.lists(st.integers(0, duration - 1), max_size=8))
    return duration, [(start, draw(st.integers(start + 1, min(duration, start + 60)))) for start in starts]


def shapes(clips: list[Stretch]) -> Counter[tuple[Stretch, ...]]:
    runs = overlapping_runs(clips)
    return Counter(tuple((start - run[0][0], end - run[0][0]) for start, end in run) for run in runs)


@settings(deadline=None)
@given(videos(), st.integers())
def test_fillers_share_no_time_with_truths_and_stay_within_the_video(
    video: tuple[int, list[Stretch]], seed: int
) -> None:
    duration, truths = video
    fillers = fill(truths, duration=duration, draw=random.Random(seed)).fillers
    assert all(0 <= start < end <= duration for start, end in fillers)
    assert not any(max(a, start) < min(b, end) for a, b in truths for start, end in fillers)


@settings(deadline=None)
@given(videos(), st.integers())
def test_every_shape_of_truths_is_copied_equally_often(video: tuple[int, list[Stretch]], seed: int) -> None:
    duration, truths = video
    filled = fill(truths, duration=duration, draw=random.Random(seed))
    copied = shapes([t for t in truths if not any(start <= t[0] < end for start, end in filled.uncopied)])
    made = shapes([*filled.fillers])
    assert set(made) == set(copied)
    assert len({made[shape] / count for shape, count in copied.items()}) <= 1


@settings(deadline=None)
@given(videos(), st.integers())
def test_short_truths_do_not_flood_the_pool(video: tuple[int, list[Stretch]], seed: int) -> None:
    duration, truths = video
    fillers = fill(truths, duration=duration, draw=random.Random(seed)).fillers
    assert len(fillers) <= max(len(set(truths)), duration // SECONDS_A_FILLER)
