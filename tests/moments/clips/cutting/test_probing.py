"""A probe measures; it does not believe."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.probing import Probe, frame_rate, probe_video

MakeVideo = Callable[..., Path]


def test_a_probe_tells_length_and_size(film: Path) -> None:
    assert probe_video(film) == Probe(9.2, 320, 240)


@pytest.mark.parametrize("name", ["a.mkv", "a.webm", "a.avi", "a.ts"])
def test_every_container_is_measured(name: str, tmp_path: Path, make_video: MakeVideo) -> None:
    probe = probe_video(make_video(tmp_path / name, seconds=1))
    assert probe.duration_s == pytest.approx(1, abs=0.05)
    assert (probe.width, probe.height) == (320, 240)


def test_sound_that_outlasts_the_picture_does_not_count(tmp_path: Path, make_video: MakeVideo) -> None:
    options = "-f lavfi -i sine=d=4 -map 0:v -map 1:a"
    path = make_video(tmp_path / "a.mp4", seconds=1, options=options)
    assert probe_video(path).duration_s == pytest.approx(1, abs=0.05)


def test_a_file_that_lost_its_end_is_as_long_as_what_is_left(film: Path, tmp_path: Path) -> None:
    content = film.read_bytes()
    shortened = tmp_path / "short.mp4"
    shortened.write_bytes(content[: len(content) // 2])
    assert 2 < probe_video(shortened).duration_s < 8


def test_sound_alone_is_no_video(tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", options="-f lavfi -i sine=d=1 -map 1:a")
    with pytest.raises(CutError) as failure:
        probe_video(path)
    assert (failure.value.kind, failure.value.reason) == ("not_a_video", "the file has no video stream")


def test_a_huge_picture_is_refused(tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", source="color=red:s=4000x4000", seconds=0.1, rate=10)
    with pytest.raises(CutError, match="more than 8,294,400 pixels"):
        probe_video(path)


def test_a_probe_keeps_its_time_limit(film: Path) -> None:
    with pytest.raises(CutError, match=r"took longer than 0\.001 s"):
        probe_video(film, limits=Limits(wall_s=0.001))


@pytest.mark.parametrize(
    ("name", "options", "rate"),
    [
        ("a.mp4", "", 25),
        ("a.mkv", "-r 30000/1001", 30000 / 1001),
        ("a.avi", "-r 10", 10),
        ("a.webm", "-r 0.5", 0.5),
        ("a.mp4", "-vf setpts='(N+floor(N/7)*5)/25/TB' -fps_mode vfr", 25),
    ],
)
def test_the_rate_of_every_container_is_read(
    name: str, options: str, rate: float, tmp_path: Path, make_video: MakeVideo
) -> None:
    path = make_video(tmp_path / name, seconds=4, options=options)
    assert frame_rate(path) == pytest.approx(rate, rel=1e-6)


def test_what_is_no_video_has_no_rate(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(b"no video")
    with pytest.raises(CutError):
        frame_rate(path)


@pytest.mark.real_data
@pytest.mark.parametrize(("name", "rate"), [("vtest.avi", 10), ("tree.avi", 15), ("bigbuckbunny.mp4", 25)])
def test_the_rate_of_real_videos_is_read(name: str, rate: float) -> None:
    path = Path(os.environ["REELEVANCE_REAL_DATA"]) / "video" / name
    assert frame_rate(path) == pytest.approx(rate, rel=1e-4)
