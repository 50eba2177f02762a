"""The proxy of a whole video shows each frame of the source once, and its table says when."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.whole_video import WholeVideo, cut_whole_video
from tests.rig.numbered import numbers_in, uneven_ms, write_numbered

MakeVideo = Callable[..., Path]
FRAMES = 200


def ffmpeg(*arguments: str) -> bytes:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_numbered(tmp_path_factory.mktemp("uneven") / "uneven.mp4", FRAMES)


@pytest.fixture(scope="module")
def whole(uneven: Path) -> WholeVideo:
    return cut_whole_video(uneven, uneven.parent / "whole")


def key_frame_times(path: Path) -> list[float]:
    listing = ffmpeg("-skip_frame", "nokey", "-i", str(path), "-fps_mode", "passthrough", "-enc_time_base", "demux",
                     "-f", "framecrc", "-").decode()  # fmt: skip
    base = next(line for line in listing.splitlines() if line.startswith("#tb")).split()[2]
    return [float(int(line.split(",")[2]) * Fraction(base)) for line in listing.splitlines() if line[0] != "#"]


def test_every_frame_has_its_number_and_its_own_time(whole: WholeVideo, uneven: Path) -> None:
    assert numbers_in(uneven.parent / "whole/proxy.mp4") == list(range(FRAMES))
    assert [whole.table.start_ms(frame) for frame in range(FRAMES)] == [uneven_ms(frame) for frame in range(FRAMES)]
    assert (whole.proxy.frames, len(whole.table)) == (FRAMES, FRAMES)


def test_ffmpeg_cuts_from_a_frames_time_with_that_frame_first(whole: WholeVideo, uneven: Path) -> None:
    for frame in (1, 2, 17, 60, 99, 151, FRAMES - 1):
        assert numbers_in(uneven, from_s=whole.table.start_ms(frame) / 1000, most=1) == [frame]


def test_a_key_frame_comes_at_least_every_second(uneven: Path, whole: WholeVideo) -> None:
    times = [*key_frame_times(uneven.parent / "whole/proxy.mp4"), whole.table.duration_s]
    assert max(after - before for before, after in pairwise(times)) <= 1


def test_the_filmstrip_shows_the_frames_that_it_names(uneven: Path, whole: WholeVideo) -> None:
    strip = whole.filmstrip
    assert len(strip.frames) == 8  # one a second of 8 s
    (sheet,) = strip.sheets
    with Image.open(sheet) as picture:
        grey = np.asarray(picture.convert("L"))
    for place, frame in enumerate(strip.frames):
        left = place * strip.tile_width
        tile = grey[: strip.tile_height, left : left + strip.tile_width]
        columns = ((np.arange(12) + 0.5) * strip.tile_width / 12).astype(int)
        assert int(((tile[strip.tile_height // 2, columns] > 120) << np.arange(12)).sum()) == frame


def test_times_are_those_of_ffmpeg_if_the_picture_begins_behind_the_sound(tmp_path: Path) -> None:
    source = write_numbered(tmp_path / "late.mkv", 50, spacing="setpts='700+40*N'")
    sound = ffmpeg("-f", "lavfi", "-i", "sine=d=3", "-f", "wav", "-")
    (tmp_path / "a.wav").write_bytes(sound)
    both = tmp_path / "both.mkv"
    ffmpeg(
        "-i",
        str(tmp_path / "a.wav"),
        "-copyts",
        "-i",
        str(source),
        "-map",
        "0:a",
        "-map",
        "1:v",
        "-c:v",
        "copy",
        str(both),
    )
    table = cut_whole_video(both, tmp_path / "whole").table
    assert [table.start_ms(frame) for frame in (0, 1, 30)] == [700, 740, 1900]
    assert numbers_in(both, from_s=table.start_ms(30) / 1000, most=1) == [30]
    assert numbers_in(tmp_path / "whole/proxy.mp4") == list(range(50))


def test_an_edit_list_is_followed(tmp_path: Path, uneven: Path) -> None:
    """Cut without decoding: the file keeps the frames since the last key frame and tells players to skip them."""
    edited = tmp_path / "edited.mp4"
    ffmpeg("-ss", "3", "-i", str(uneven), "-c", "copy", str(edited))
    whole = cut_whole_video(edited, tmp_path / "whole")
    shown = numbers_in(edited)
    assert numbers_in(tmp_path / "whole/proxy.mp4") == shown
    assert 70 < shown[0] < 80
    for frame in (5, 40):
        assert numbers_in(edited, from_s=whole.table.start_ms(frame) / 1000, most=1) == [shown[frame]]


def test_a_rotated_video_is_turned_upright(tmp_path: Path, film: Path) -> None:
    turned = tmp_path / "turned.mp4"
    ffmpeg("-display_rotation", "90", "-i", str(film), "-c", "copy", str(turned))
    proxy = cut_whole_video(turned, tmp_path / "whole").proxy
    assert (proxy.width, proxy.height) == (240, 320)


def test_two_frames_of_one_time_are_one(tmp_path: Path) -> None:
    source = write_numbered(tmp_path / "twice.mkv", 40, spacing="setpts='floor(N/2)*80'", options="-bf 0")
    whole = cut_whole_video(source, tmp_path / "whole")
    assert (len(whole.table), whole.proxy.frames, whole.left_out) == (20, 20, 20)


def test_one_frame_is_a_video(tmp_path: Path) -> None:
    whole = cut_whole_video(write_numbered(tmp_path / "one.mp4", 1), tmp_path / "whole")
    assert (len(whole.table), whole.filmstrip.frames, whole.table.frame_at_ms(10_000)) == (1, [0], 0)


def test_a_folder_of_frames_is_a_video(tmp_path: Path, film: Path) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    ffmpeg("-i", str(film), "-vf", "fps=3", str(frames / "%05d.jpg"))
    table = cut_whole_video(frames, tmp_path / "whole").table
    assert [table.start_ms(frame) for frame in (0, 1, 3)] == [0, 333, 1000]


def test_a_large_picture_is_made_smaller_and_a_small_one_stays(tmp_path: Path, make_video: MakeVideo) -> None:
    large = make_video(tmp_path / "large.mp4", source="testsrc=s=1920x1080", seconds=0.4)
    proxy = cut_whole_video(large, tmp_path / "whole").proxy
    assert (proxy.width, proxy.height) == (1280, 720)


def test_nothing_of_the_source_but_its_pictures_is_kept(film: Path, tmp_path: Path) -> None:
    whole = cut_whole_video(film, tmp_path)
    for path in (tmp_path / "proxy.mp4", *whole.filmstrip.sheets):
        content = path.read_bytes()
        assert not [word for word in (b"Sheldon", b"castle", b"Lavf", b"Lavc", b"x264", b"mp4a") if word in content]


def test_a_video_of_more_than_ten_hours_is_refused(tmp_path: Path, make_video: MakeVideo) -> None:
    path = write_numbered(tmp_path / "long.mkv", 3, spacing="setpts='N*20000000'")
    with pytest.raises(CutError, match=r"the video is 11\.1 hours long; the limit is 10 hours"):
        cut_whole_video(path, tmp_path / "whole")


@pytest.mark.parametrize("limits", [Limits(output_bytes=1000), Limits(wall_s=0.001)])
def test_a_failure_leaves_nothing(film: Path, tmp_path: Path, limits: Limits) -> None:
    with pytest.raises(CutError):
        cut_whole_video(film, tmp_path / "whole", limits=limits)
    assert not list((tmp_path).rglob("*.*"))


def test_a_file_that_lost_its_end_gives_the_frames_that_are_left(tmp_path: Path, uneven: Path) -> None:
    whole_file = tmp_path / "uneven.mkv"
    ffmpeg("-i", str(uneven), "-c", "copy", str(whole_file))
    content = whole_file.read_bytes()
    short = tmp_path / "short.mkv"
    short.write_bytes(content[: len(content) // 2])
    whole = cut_whole_video(short, tmp_path / "whole")
    assert 20 < len(whole.table) < FRAMES - 20
    assert numbers_in(tmp_path / "whole/proxy.mp4") == numbers_in(short)
