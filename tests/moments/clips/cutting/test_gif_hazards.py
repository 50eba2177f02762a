"""A file that nobody should trust gives a named failure, and leaves neither file nor process."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.ffmpeg import Source, run_ffmpeg
from moments.clips.cutting.limits import DEFAULT_LIMITS, Limits
from tests.moments.clips.cutting.single import cut_one

pytestmark = pytest.mark.slow

MakeVideo = Callable[..., Path]
Children = Callable[[], list[str]]


class TimeIsOver(Exception):
    """What a worker raises in the middle of its task."""


def failure(
    source: Path, folder: Path, end_s: float = 1, start_s: float = 0, limits: Limits = DEFAULT_LIMITS
) -> CutError:
    """The failure of a cut, after a look that no file stays behind."""
    with pytest.raises(CutError) as raised:
        cut_one(source, start_s, end_s, folder / "clips" / "clip.gif", limits=limits)
    assert not (folder / "clips").exists() or list((folder / "clips").iterdir()) == []
    assert "\n" not in raised.value.reason
    assert str(source.parent) not in raised.value.reason
    return raised.value


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "empty"),
        (b"a text that calls itself a video\n", "not_a_video"),
        (b"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nSECRET\n#EXT-X-ENDLIST\n", "playlist"),
        (b"ffconcat version 1.0\nfile SECRET\n", "playlist"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><image href='SECRET'/></svg>", "not_a_video"),
        (b"\x00\x00\x00\x20ftypisom" + bytes(600), "truncated"),
        (b"\x1a\x45\xdf\xa3" + bytes(600), "damaged"),
        (b"RIFF\x00\x00\x00\x00AVI " + bytes(600), "damaged"),
    ],
)
def test_a_file_that_is_no_video_is_named(
    content: bytes, kind: str, film: Path, tmp_path: Path, children: Children
) -> None:
    before = children()
    source = tmp_path / "video.mp4"
    source.write_bytes(content.replace(b"SECRET", str(film).encode()))
    assert failure(source, tmp_path).kind == kind
    assert children() == before


@pytest.mark.parametrize("demuxer", ["mov", "matroska", "avi", "mpegts", "ogg"])
@pytest.mark.parametrize("head", ["#EXTM3U\n#EXTINF:9,\n{0}\n", "ffconcat version 1.0\nfile {0}\n"])
def test_a_playlist_that_passed_for_a_video_still_opens_no_other_file(
    head: str, demuxer: str, film: Path, tmp_path: Path
) -> None:
    path = tmp_path / "video.mp4"
    path.write_text(head.format(film))
    source = Source(path, demuxer)  # type: ignore[arg-type]
    with pytest.raises(CutError):
        run_ffmpeg(
            [*source.input_arguments(DEFAULT_LIMITS), "-map", "0:V:0", "-f", "framecrc", "pipe:1"],
            DEFAULT_LIMITS,
        )


def test_a_missing_video_is_named(tmp_path: Path) -> None:
    assert failure(tmp_path / "nothing.mp4", tmp_path).kind == "missing"


def test_a_video_without_its_index_is_truncated(tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "whole.mp4")
    content = path.read_bytes()
    path.write_bytes(content[: content.find(b"moov") - 4])
    assert failure(path, tmp_path).reason == "the video is truncated: its index (moov) is missing"


@pytest.mark.parametrize("size", ["16000x64", "16x16000", "7682x16"])
def test_a_picture_with_a_side_that_no_display_has_is_refused(size: str, tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", source=f"color=red:s={size}", seconds=0.1, rate=10)
    assert failure(path, tmp_path).reason == "a side of the picture is longer than 7680 pixels"


@pytest.mark.parametrize("size", ["16000x16000", "16000x600"])
def test_a_picture_of_too_many_pixels_is_refused(size: str, tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", source=f"color=red:s={size}", seconds=0.1, rate=10)
    assert failure(path, tmp_path).reason == "the picture has more than 8,294,400 pixels"


@pytest.mark.parametrize(("start_s", "end_s"), [(12, 15), (8, 11), (9.3, 9.6)])
def test_a_moment_beyond_the_end_says_where_the_video_ends(
    start_s: float, end_s: float, film: Path, tmp_path: Path
) -> None:
    error = failure(film, tmp_path, start_s=start_s, end_s=end_s)
    assert error.kind == "ended_early"
    assert error.reason == f"the video ends at 9.2 s, the moment is at {start_s:.1f}–{end_s:.1f} s"


@pytest.mark.parametrize(("start_s", "end_s"), [(3, 3), (3, 2), (-1, 2), (0, math.inf), (math.nan, 2)])
def test_a_stretch_that_is_none_is_refused(start_s: float, end_s: float, film: Path, tmp_path: Path) -> None:
    assert failure(film, tmp_path, start_s=start_s, end_s=end_s).kind == "bad_stretch"


def test_a_slow_cut_is_killed_whole(tmp_path: Path, children: Children, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", source="testsrc2=s=1920x1080", seconds=4)
    before = children()
    error = failure(path, tmp_path, end_s=4, limits=Limits(wall_s=0.2))
    assert (error.kind, error.reason) == ("timed_out", "cutting took longer than 0.2 s")
    assert children() == before


def test_an_interrupted_cut_leaves_nothing(tmp_path: Path, children: Children, make_video: MakeVideo) -> None:
    def interrupt(*_: object) -> None:
        raise TimeIsOver("the worker's own time is over")

    path = make_video(tmp_path / "a.mp4", source="testsrc2=s=1920x1080", seconds=4)
    before = children()
    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeIsOver):
            cut_one(path, 0, 4, tmp_path / "clips" / "clip.gif")
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert list((tmp_path / "clips").iterdir()) == []
    assert children() == before


def test_a_cut_beyond_its_memory_is_named(film: Path, tmp_path: Path) -> None:
    assert failure(film, tmp_path, limits=Limits(memory_bytes=250_000_000)).kind == "memory"


def test_a_clip_beyond_its_size_is_named(film: Path, tmp_path: Path) -> None:
    error = failure(film, tmp_path, end_s=5, limits=Limits(output_bytes=10_000))
    assert (error.kind, error.reason) == ("clip_too_big", "the clip is larger than 0.01 MB")


def test_a_failed_cut_leaves_the_clip_that_was_there(film: Path, tmp_path: Path) -> None:
    clip = tmp_path / "clip.gif"
    cut_one(film, 0, 1, clip)
    content = clip.read_bytes()
    with pytest.raises(CutError):
        cut_one(film, 12, 15, clip)
    assert clip.read_bytes() == content


def test_a_folder_that_cannot_be_is_named(film: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CutError) as raised:
        cut_one(film, 0, 1, tmp_path / "file" / "clip.gif")
    assert raised.value.kind == "not_writable"
