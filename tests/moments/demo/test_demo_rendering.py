"""Videos are rendered whole, once, and as long as the rows say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from moments.clips.cutting.probing import Probe, probe_video
from moments.demo import rendering
from moments.demo.drawing import draw_scene
from moments.demo.rendering import frame_at, render_video
from moments.demo.scenes import DemoVideo, demo_videos

VIDEO = replace(demo_videos()[0], scenes=demo_videos()[0].scenes[:1])


def test_a_video_is_as_long_and_large_as_it_should_be(tmp_path: Path) -> None:
    path = render_video(VIDEO, tmp_path)
    assert path == tmp_path / "demo_01.mp4"
    assert probe_video(path) == Probe(VIDEO.duration_s, 480, 270)
    assert list(tmp_path.iterdir()) == [path]


def test_rendering_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    first, second = (render_video(VIDEO, tmp_path / folder).read_bytes() for folder in ("a", "b"))
    assert first == second


def test_a_video_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "demo_01.mp4").write_bytes(b"there")
    assert render_video(VIDEO, tmp_path).read_bytes() == b"there"


def test_a_failed_rendering_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(video: DemoVideo, time_s: float) -> None:
        if time_s > 1:
            raise MemoryError

    monkeypatch.setattr(rendering, "frame_at", failing)
    with pytest.raises(Exception):  # noqa: B017 - whichever moviepy makes of it
        render_video(VIDEO, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_each_scene_starts_at_its_own_time() -> None:
    video = demo_videos()[0]
    start_s = video.starts_s[1]
    before, after = draw_scene(video.scenes[0], start_s), draw_scene(video.scenes[1], 0)
    assert (frame_at(video, start_s - 0.0001) == after).mean() > 0.99
    assert (frame_at(video, start_s - 0.05) == before).mean() > 0.99
