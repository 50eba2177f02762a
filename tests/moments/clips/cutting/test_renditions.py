"""A stretch is cut into every rendition asked for: the same pictures, and nothing else of the source."""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg
import pytest
from PIL import Image

from moments.clips.cutting.clips import CutClip, CutStretch, cut_stretch
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.limits import DEFAULT_LIMITS, Limits
from moments.clips.cutting.renditions import RENDITIONS
from tests.moments.clips.cutting.single import cut_one

MakeVideo = Callable[..., Path]
SUBSETS = [names for count in (1, 2, 3) for names in itertools.combinations(RENDITIONS, count)]


def cut(
    stretch: CutStretch, folder: Path, *names: str, limits: Limits = DEFAULT_LIMITS
) -> dict[str, CutClip | CutError]:
    targets = {name: folder / f"clip.{name}" for name in names or RENDITIONS}
    return cut_stretch(stretch, targets, limits=limits)


def kinds(outcomes: dict[str, CutClip | CutError]) -> dict[str, str]:
    return {name: outcome.kind if isinstance(outcome, CutError) else "cut" for name, outcome in outcomes.items()}


def decoded_mp4(path: Path) -> list[Image.Image]:
    """The frames of an MP4 as a decoder gives them."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(path), "-f", "image2pipe", "-c:v", "ppm", "-"]
    stream = subprocess.run(command, check=True, capture_output=True).stdout
    width, height = map(int, re.match(rb"P6\n(\d+) (\d+)\n255\n", stream).groups())
    head = len(b"P6\n%d %d\n255\n" % (width, height))
    step = head + width * height * 3
    assert len(stream) % step == 0
    starts = range(0, len(stream), step)
    return [Image.frombytes("RGB", (width, height), stream[start + head : start + step]) for start in starts]


def decoded(path: Path) -> list[Image.Image]:
    if path.suffix == ".mp4":
        return decoded_mp4(path)
    with Image.open(path) as image:
        frames = []
        for frame in range(getattr(image, "n_frames", 1)):
            image.seek(frame)
            frames.append(image.convert("RGB"))
    return frames


@pytest.mark.parametrize("names", SUBSETS)
def test_each_has_the_frames_and_the_size_that_the_stretch_asks_for(
    names: tuple[str, ...], film: Path, tmp_path: Path
) -> None:
    outcomes = cut(CutStretch(film, 1.2, 3.4), tmp_path, *names)
    assert tuple(outcomes) == names
    for name, clip in outcomes.items():
        assert (clip.frames, clip.width, clip.height) == (7, 320, 240)
        assert clip.seconds == pytest.approx(7 / 3, abs=0.02)
        frames = decoded(tmp_path / f"clip.{name}")
        assert (len(frames), frames[0].size) == (7, (320, 240))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"clip.{name}" for name in names)


@pytest.mark.parametrize("fps", [1, 2.5, 12])
def test_other_rates_give_equal_frames_too(fps: float, film: Path, tmp_path: Path) -> None:
    outcomes = cut(CutStretch(film, 0, 4, fps=fps), tmp_path)
    assert {clip.frames for clip in outcomes.values()} == {round(4 * fps)}
    assert outcomes["mp4"].seconds == pytest.approx(4)


@pytest.mark.parametrize("name", RENDITIONS)
def test_a_clips_bytes_do_not_depend_on_what_is_cut_beside_it(name: str, film: Path, tmp_path: Path) -> None:
    stretch = CutStretch(film, 0, 2)
    assert cut(stretch, tmp_path / "alone", name)[name] == cut(stretch, tmp_path / "together")[name]


@pytest.mark.parametrize("name", RENDITIONS)
def test_what_does_not_move_is_still_counted_frame_by_frame(name: str, tmp_path: Path, make_video: MakeVideo) -> None:
    still = make_video(tmp_path / "still.mp4", source="color=red:s=64x64", seconds=3)
    assert cut_one(still, 0, 3, tmp_path / f"clip.{name}").frames == 9
    assert len(decoded(tmp_path / f"clip.{name}")) == 9


@pytest.mark.parametrize("name", RENDITIONS)
def test_one_frame_is_a_clip(name: str, film: Path, tmp_path: Path) -> None:
    clip = cut_one(film, 1, 1.1, tmp_path / f"clip.{name}")
    assert (clip.frames, clip.seconds) == (1, pytest.approx(1 / 3, abs=0.005))


@pytest.mark.parametrize("name", RENDITIONS)
@pytest.mark.parametrize(
    ("source", "more", "size"),
    [
        ("testsrc=s=1281x721", "", (852, 480)),
        ("testsrc=s=101x99", "", (100, 98)),
        ("testsrc=s=3x3", "", (2, 2)),
        ("testsrc=s=720x960", "", (360, 480)),
        ("testsrc=s=360x288", ",setsar=16/11", (524, 288)),
    ],
)
def test_sizes_are_even_whatever_the_source(
    name: str, source: str, more: str, size: tuple[int, int], tmp_path: Path, make_video: MakeVideo
) -> None:
    lossless = "-map 0 -c:v ffv1 -pix_fmt yuv444p"
    path = make_video(tmp_path / "a.mkv", source=source, more=more, seconds=1, rate=5, options=lossless)
    clip = cut_one(path, 0, 1, tmp_path / f"clip.{name}")
    assert (clip.width, clip.height) == decoded(tmp_path / f"clip.{name}")[0].size == size


@pytest.mark.parametrize("name", RENDITIONS)
def test_nothing_but_pictures_comes_over_from_the_source(name: str, telling: Path, tmp_path: Path) -> None:
    source = telling.read_bytes()
    for word in (b"CANARYtitle", b"CANARYcomment", b"CANARYhandler", b"CANARYsubtitle", b"CANARYchapter"):
        assert word in source
    cut_one(telling, 0, 2, tmp_path / f"clip.{name}")
    content = (tmp_path / f"clip.{name}").read_bytes()
    lowered = content.lower()
    for word in (b"canary", b"lavf", b"lavc", b"x264", b"2019", b"sound", b"soun", b"text", b"tmcd", b"exif", b"xmp "):
        assert word not in lowered
    for box in (b"\xa9nam", b"\xa9too", b"\xa9cmt", b"chpl", b"ICCP"):
        assert box not in content


def test_an_mp4_is_dated_nowhere_and_its_index_comes_first(telling: Path, tmp_path: Path) -> None:
    cut_one(telling, 0, 2, tmp_path / "clip.mp4")
    content = (tmp_path / "clip.mp4").read_bytes()
    assert content.find(b"moov") < content.find(b"mdat")
    for box in (b"mvhd", b"tkhd", b"mdhd"):
        place = content.find(box) + 8  # behind the name, version and flags
        assert content[place : place + 8] == bytes(8)


def test_an_mp4_is_what_every_browser_plays(film: Path, tmp_path: Path) -> None:
    cut_one(film, 0, 9, tmp_path / "clip.mp4")
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-i", str(tmp_path / "clip.mp4")]
    listing = subprocess.run(command, check=False, capture_output=True, text=True).stderr
    (stream,) = re.findall(r"Stream #.*", listing)
    assert re.search(r"h264 \(High\).*yuv420p\(tv, bt709.*320x240 .*3 fps", stream)
    trace = [*command, "-map", "0:V:0", "-c", "copy", "-f", "framecrc", "-"]
    packets = re.findall(r"^0, .*", subprocess.run(trace, check=True, capture_output=True, text=True).stdout, re.M)
    assert len(packets) == 27
    for packet in packets:  # shown in the order in which they are decoded
        decoded_at, shown_at = packet.split(",")[1:3]
        assert int(decoded_at) == int(shown_at)
    keys = [place for place, packet in enumerate(packets) if "F=0x0" not in packet]
    assert max(later - key for key, later in itertools.pairwise([*keys, 27])) <= 12


def test_webps_and_gifs_loop_for_ever(film: Path, tmp_path: Path) -> None:
    cut(CutStretch(film, 0, 1), tmp_path)
    for name in ("gif", "webp"):
        with Image.open(tmp_path / f"clip.{name}") as image:
            assert (image.is_animated, image.info["loop"]) == (True, 0)


@pytest.mark.parametrize("name", RENDITIONS)
@pytest.mark.parametrize("matrix", ["bt709", "smpte170m"])
def test_colours_are_the_sources(name: str, matrix: str, tmp_path: Path, make_video: MakeVideo) -> None:
    more = f",format=gbrp,scale=out_color_matrix={matrix}:out_range=tv,format=yuv420p"
    path = make_video(tmp_path / "a.mp4", source="color=0x20A040:s=64x64", more=more, seconds=1)
    cut_one(path, 0, 1, tmp_path / f"clip.{name}")
    assert decoded(tmp_path / f"clip.{name}")[0].getpixel((32, 32)) == pytest.approx((0x20, 0xA0, 0x40), abs=6)


@pytest.mark.parametrize("name", RENDITIONS)
def test_the_same_cut_gives_the_same_bytes(name: str, film: Path, tmp_path: Path) -> None:
    assert cut_one(film, 0, 2, tmp_path / f"a.{name}") == cut_one(film, 0, 2, tmp_path / f"b.{name}")


def test_one_that_fails_by_itself_does_not_take_the_others_along(film: Path, tmp_path: Path) -> None:
    outcomes = cut(CutStretch(film, 0, 9, fps=12), tmp_path)
    between = Limits(output_bytes=(outcomes["mp4"].bytes + outcomes["gif"].bytes) // 2)
    assert outcomes["mp4"].bytes < between.output_bytes < outcomes["gif"].bytes
    for path in tmp_path.iterdir():
        path.unlink()
    assert kinds(cut(CutStretch(film, 0, 9, fps=12), tmp_path, "gif", "mp4", limits=between)) == {
        "gif": "clip_too_big",
        "mp4": "cut",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["clip.mp4"]


@pytest.mark.parametrize(
    ("start_s", "end_s", "kind"), [(12, 15, "ended_early"), (8, 11, "ended_early"), (3, 2, "bad_stretch")]
)
def test_what_the_source_is_to_blame_for_fails_them_all(
    start_s: float, end_s: float, kind: str, film: Path, tmp_path: Path
) -> None:
    assert kinds(cut(CutStretch(film, start_s, end_s), tmp_path / "clips")) == dict.fromkeys(RENDITIONS, kind)
    assert not (tmp_path / "clips").exists() or list((tmp_path / "clips").iterdir()) == []


def test_a_playlist_opens_no_other_file_for_any_rendition(film: Path, tmp_path: Path) -> None:
    source = tmp_path / "video.mp4"
    source.write_text(f"#EXTM3U\n#EXTINF:9,\n{film}\n")
    assert kinds(cut(CutStretch(source, 0, 1), tmp_path / "clips")) == dict.fromkeys(RENDITIONS, "playlist")


def test_a_4k_film_is_cut_within_the_memory_limit_into_all_at_once(tmp_path: Path, make_video: MakeVideo) -> None:
    path = make_video(tmp_path / "a.mp4", source="testsrc2=s=3840x2160", seconds=2, rate=6)
    outcomes = cut(CutStretch(path, 0, 2), tmp_path)
    assert {clip.frames for clip in outcomes.values()} == {6}
