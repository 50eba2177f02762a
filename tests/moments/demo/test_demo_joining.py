"""Reels are joined without a frame lost, or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.whole_video import cut_whole_video
from moments.demo.joining import join_reel
from moments.demo.reels import Reel
from moments.demo.rendering import render_video
from moments.demo.scenes import DemoVideo, demo_videos

FIRST, SECOND = (replace(video, scenes=video.scenes[:1]) for video in demo_videos()[:2])
PARTS = (FIRST, SECOND, FIRST)
REEL = Reel(DemoVideo("reel", tuple(scene for part in PARTS for scene in part.scenes)), "cartoons", PARTS)


def test_a_reel_shows_every_frame_of_its_parts_at_its_own_time(tmp_path: Path) -> None:
    render_video(FIRST, tmp_path)  # the other is rendered as it is needed
    path = join_reel(REEL, tmp_path)
    made = tmp_path / "made"
    made.mkdir()
    table = cut_whole_video(path, made).table
    assert len(table) == round(12 * REEL.video.duration_s)
    assert table.start_ms(len(table)) == round(1000 * REEL.video.duration_s)
    starts = [table.start_ms(round(12 * start_s)) for start_s in REEL.video.starts_s]
    assert starts == [round(1000 * start_s) for start_s in REEL.video.starts_s]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["demo_01.mp4", "demo_02.mp4", "made", "reel.mp4"]


def test_a_reel_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "reel.mp4").write_bytes(b"there")
    assert join_reel(REEL, tmp_path).read_bytes() == b"there"


def test_a_reel_that_cannot_be_joined_leaves_nothing(tmp_path: Path) -> None:
    for part in (FIRST, SECOND):
        (tmp_path / f"{part.name}.mp4").write_bytes(b"no video")
    with pytest.raises(CutError):
        join_reel(REEL, tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["demo_01.mp4", "demo_02.mp4"]
