"""A moment is cut into the GIF it asks for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from moments.clips.cutting.limits import Limits
from moments.clips.cutting.renditions import FRAMES_IN_MEMORY
from tests.moments.clips.cutting.single import cut_one

MakeVideo = Callable[..., Path]


@pytest.mark.parametrize(
    ("start_s", "end_s", "frames"), [(0, 3, 9), (1.2, 3.4, 7), (8.9, 9.0, 1), (9.1, 9.2, 1), (4, 9.6, 17)]
)
def test_a_clip_has_the_frames_its_stretch_asks_for(
    start_s: float, end_s: float, frames: int, film: Path, tmp_path: Path
) -> None:
    clip = cut_one(film, start_s, end_s, tmp_path / "clip.gif")
    with Image.open(tmp_path / "clip.gif") as image:
        assert image.n_frames == clip.frames == frames
        assert image.size == (clip.width, clip.height) == (320, 240)
    assert clip.seconds == pytest.approx(frames / 3, abs=0.02)


def test_a_clip_is_described_by_its_stored_bytes(film: Path, tmp_path: Path) -> None:
    clip = cut_one(film, 0, 1, tmp_path / "new" / "clip.gif")
    content = (tmp_path / "new" / "clip.gif").read_bytes()
    assert (clip.bytes, clip.sha256) == (len(content), hashlib.sha256(content).hexdigest())


def test_a_clip_loops_for_ever_and_the_same_cut_gives_the_same_bytes(film: Path, tmp_path: Path) -> None:
    first, second = (cut_one(film, 0, 1, tmp_path / name) for name in ("a.gif", "b.gif"))
    assert first == second
    with Image.open(tmp_path / "a.gif") as image:
        assert image.info["loop"] == 0


def test_a_clip_tells_nothing_of_its_source(film: Path, tmp_path: Path) -> None:
    cut_one(film, 0, 1, tmp_path / "clip.gif")
    content = (tmp_path / "clip.gif").read_bytes()
    for word in (b"Sheldon", b"castle", b"film", b"Lavf", b"Lavc", b"mp4"):
        assert word not in content
    assert b"\x21\xfe" + bytes([7]) not in content
    with Image.open(tmp_path / "clip.gif") as image:
        assert "comment" not in image.info


@pytest.mark.parametrize(
    ("source", "more", "size"),
    [
        ("testsrc=s=1280x720", "", (854, 480)),
        ("testsrc=s=640x360", "", (640, 360)),
        ("testsrc=s=322x182", "", (322, 182)),
        ("testsrc=s=720x960", "", (360, 480)),
        ("testsrc=s=7680x32", "", (1920, 8)),
        ("testsrc=s=360x288", ",setsar=16/11", (524, 288)),
    ],
)
def test_a_picture_keeps_its_shape_and_never_grows(
    source: str, more: str, size: tuple[int, int], tmp_path: Path, make_video: MakeVideo
) -> None:
    path = make_video(tmp_path / "a.mkv", source=source, more=more, seconds=0.4, rate=5)
    clip = cut_one(path, 0, 0.4, tmp_path / "clip.gif")
    assert (clip.width, clip.height) == size


def test_a_turned_picture_is_cut_upright(tmp_path: Path, make_video: MakeVideo) -> None:
    lying = make_video(tmp_path / "lying.mp4", seconds=0.4)
    content = lying.read_bytes()
    unity = b"\x00\x01\x00\x00" + bytes(12) + b"\x00\x01\x00\x00" + bytes(12) + b"\x40\x00\x00\x00"
    turned = bytes(4) + b"\x00\x01\x00\x00" + bytes(4) + b"\xff\xff\x00\x00" + bytes(16) + b"\x40\x00\x00\x00"
    track = content.find(b"tkhd")
    standing = tmp_path / "standing.mp4"
    standing.write_bytes(content[:track] + content[track:].replace(unity, turned, 1))
    clip = cut_one(standing, 0, 0.4, tmp_path / "clip.gif")
    assert (clip.width, clip.height) == (240, 320)


def test_a_clip_starts_and_ends_where_the_moment_does(tmp_path: Path, make_video: MakeVideo) -> None:
    more = ",geq=lum='16+T*20':cb=128:cr=128"
    black = "color=black:s=64x64"
    path = make_video(tmp_path / "a.mp4", source=black, more=more, seconds=10, options="-g 250")
    cut_one(path, 4, 6, tmp_path / "clip.gif")
    with Image.open(tmp_path / "clip.gif") as image:
        shades = []
        for frame in range(image.n_frames):
            image.seek(frame)
            shades.append(image.convert("L").getpixel((32, 32)))
    times = [shade / 255 * 219 / 20 for shade in shades]
    assert times == pytest.approx([4 + (frame + 0.5) / 3 for frame in range(6)], abs=0.15)


def test_a_long_clip_takes_its_palette_from_a_first_run(film: Path, tmp_path: Path) -> None:
    clip = cut_one(film, 0, 9, tmp_path / "clip.gif", fps=20, height=64)
    assert clip.frames == 180 > FRAMES_IN_MEMORY
    assert [path.name for path in tmp_path.iterdir()] == ["clip.gif"]
    with Image.open(tmp_path / "clip.gif") as image:
        assert len(image.convert("RGB").getcolors(64 * 86) or []) > 8


def test_a_4k_film_is_cut_within_the_memory_limit(tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", source="testsrc2=s=3840x2160", seconds=1, rate=5)
    assert cut_one(path, 0, 1, tmp_path / "clip.gif", limits=Limits(memory_bytes=1_000_000_000)).frames == 3
