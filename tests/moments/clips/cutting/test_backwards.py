"""A backward clip is the forward cut frame for frame in reverse, and nothing in its file tells which of them it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from moments.clips.cutting.clips import CutClip, CutStretch, cut_stretch
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.passes import Wish, cut_moments, passes
from moments.clips.cutting.renditions import FRAMES_IN_MEMORY
from tests.moments.clips.cutting.test_renditions import decoded

MakeVideo = Callable[..., Path]
NAMES = ("gif", "mp4", "webp", "jpg")
REAL_DATA = os.environ.get("REELEVANCE_REAL_DATA", "")
# A counter in every picture, so that no two are equal.
COUNTING = "testsrc2=s=160x120"


def both(stretch: CutStretch, folder: Path, *names: str) -> tuple[dict[str, CutClip], dict[str, CutClip]]:
    """What came of the forward and of the backward cut, in folders of those names."""
    found = []
    for way in ("forward", "backward"):
        targets = {name: folder / way / f"clip.{name}" for name in names or NAMES}
        outcomes = cut_stretch(replace(stretch, backward=way == "backward"), targets)
        assert {name: outcome for name, outcome in outcomes.items() if isinstance(outcome, CutError)} == {}
        found.append({name: outcome for name, outcome in outcomes.items() if isinstance(outcome, CutClip)})
    return found[0], found[1]


def pictures(folder: Path, way: str, name: str) -> np.ndarray:
    return np.stack([np.asarray(picture, dtype=np.int16) for picture in decoded(folder / way / f"clip.{name}")])


def assert_reversed(folder: Path, *names: str) -> None:
    """GIF and WebP to the last bit. Each picture of an MP4 is nearest to its own counterpart."""
    for name in names or ("gif", "mp4", "webp"):
        forward, backward = pictures(folder, "forward", name), pictures(folder, "backward", name)[::-1]
        assert forward.shape == backward.shape
        if name == "mp4":
            assert_nearest(forward, backward)
        else:
            assert np.array_equal(forward, backward)


def assert_nearest(forward: np.ndarray, backward: np.ndarray) -> None:
    """No picture is nearer to the one before or after its counterpart, where these differ by more than noise."""
    away = [float(np.abs(one - other).mean()) for one, other in zip(forward, backward, strict=True)]
    assert max(away) < 12
    for place, (one, following) in enumerate(pairwise(forward)):
        if np.abs(one - following).mean() > 2 * max(away):
            assert away[place] < float(np.abs(following - backward[place]).mean())


@pytest.mark.parametrize(("end_s", "frames"), [(0.9, 2), (2.0, 5), (2.3, 6)])
def test_the_pictures_come_in_reverse(end_s: float, frames: int, film: Path, tmp_path: Path) -> None:
    forward, backward = both(CutStretch(film, 0.3, end_s, height=120), tmp_path)
    assert backward["gif"].frames == frames
    shown = {name: (clip.frames, clip.width, clip.height, clip.seconds) for name, clip in forward.items()}
    assert {name: (clip.frames, clip.width, clip.height, clip.seconds) for name, clip in backward.items()} == shown
    assert_reversed(tmp_path)
    first, last = pictures(tmp_path, "forward", "gif")[[0, -1]]
    assert not np.array_equal(first, last)
    assert [path.name for path in sorted((tmp_path / "backward").iterdir())] == [
        f"clip.{name}" for name in sorted(NAMES)
    ]


def test_pictures_that_all_differ_keep_their_order_in_an_mp4(tmp_path: Path, make_video: MakeVideo) -> None:
    """Bars of grey, each picture darker than the one before, so that no noise reaches the next."""
    ramp = make_video(
        tmp_path / "ramp.mp4", source="color=black:s=64x64", more=",geq=lum='16+N*8':cb=128:cr=128", rate=5
    )
    both(CutStretch(ramp, 0, 3, fps=5), tmp_path, "mp4")
    light = [picture.mean() for picture in pictures(tmp_path, "forward", "mp4")]
    reverse = [picture.mean() for picture in pictures(tmp_path, "backward", "mp4")]
    assert (len(light), light, reverse) == (15, sorted(light), sorted(reverse, reverse=True))
    assert reverse[::-1] == pytest.approx(light, abs=2)


def test_a_source_of_uneven_rate_is_reversed_too(tmp_path: Path, make_video: MakeVideo) -> None:
    uneven = "-vf setpts='(N+floor(N/7)*5+mod(N,3)/3)/25/TB' -fps_mode vfr"
    path = make_video(tmp_path / "uneven.mp4", source=COUNTING, seconds=3, options=uneven)
    both(CutStretch(path, 0.7, 3.33, fps=12), tmp_path)
    assert_reversed(tmp_path)


@pytest.mark.parametrize("fps", [2.5, 23.976, 60])
def test_any_rate_is_reversed_in_pictures_and_their_lengths(fps: float, film: Path, tmp_path: Path) -> None:
    forward, backward = both(CutStretch(film, 1.01, 3.2, height=48, fps=fps), tmp_path)
    assert {name: clip.seconds for name, clip in backward.items()} == {n: clip.seconds for n, clip in forward.items()}
    assert_reversed(tmp_path)


def test_a_gif_too_long_for_the_memory_is_reversed_too(film: Path, tmp_path: Path) -> None:
    forward, _ = both(CutStretch(film, 0, 9, height=48, fps=20), tmp_path, "gif")
    assert forward["gif"].frames == 180 > FRAMES_IN_MEMORY
    assert_reversed(tmp_path, "gif")


def test_an_end_that_is_missing_is_filled_at_the_beginning(film: Path, tmp_path: Path) -> None:
    both(CutStretch(film, 8, 9.6, height=48), tmp_path)
    assert_reversed(tmp_path)


def test_the_poster_is_the_middle_picture_of_the_backward_clip(film: Path, tmp_path: Path) -> None:
    both(CutStretch(film, 1, 3, height=48), tmp_path)  # six pictures: the middle one is another one
    with Image.open(tmp_path / "backward" / "clip.jpg") as poster:
        shown = np.asarray(poster.convert("RGB"), dtype=np.int16)
    away = [float(np.abs(picture - shown).mean()) for picture in pictures(tmp_path, "backward", "webp")]
    assert int(np.argmin(away)) == 3


@pytest.mark.parametrize("name", ["gif", "mp4", "webp"])
def test_one_picture_is_refused_as_it_is_the_same_both_ways(name: str, film: Path, tmp_path: Path) -> None:
    stretch = CutStretch(film, 1, 1.4, backward=True)
    outcome = cut_stretch(stretch, {name: tmp_path / f"clip.{name}"})[name]
    assert isinstance(outcome, CutError)
    problem = "at 3 pictures a second, a moment of 0.40 s has one picture, which is the same forwards and backwards"
    assert (outcome.kind, outcome.reason, list(tmp_path.iterdir())) == ("bad_stretch", problem, [])


def test_a_video_that_ends_too_early_says_so(film: Path, tmp_path: Path) -> None:
    stretch = CutStretch(film, 8, 12, backward=True)
    outcomes = cut_stretch(stretch, {name: tmp_path / f"clip.{name}" for name in ("gif", "mp4")})
    reasons = {name: outcome.reason for name, outcome in outcomes.items() if isinstance(outcome, CutError)}
    assert reasons == dict.fromkeys(("gif", "mp4"), "the video ends at 9.2 s, the moment is at 8.0–12.0 s")
    assert list(tmp_path.iterdir()) == []


def test_moments_of_both_directions_are_cut_beside_each_other(film: Path, tmp_path: Path) -> None:
    stretch = CutStretch(film, 1, 3, height=48)
    wishes = [
        Wish(replace(stretch, backward=backward), {"webp": tmp_path / way / "clip.webp"})
        for way, backward in (("forward", False), ("backward", True))
    ]
    wishes.append(Wish(CutStretch(film, 2, 4, height=48), {"webp": tmp_path / "later.webp"}))
    assert sorted(len(together) for together in passes(wishes)) == [1, 2]
    assert all(isinstance(clip, CutClip) for _, outcomes in cut_moments(wishes) for clip in outcomes.values())
    assert_reversed(tmp_path, "webp")


def test_nothing_in_a_file_tells_the_direction(telling: Path, tmp_path: Path) -> None:
    both(CutStretch(telling, 0.2, 2.7, fps=6, sound=True), tmp_path, "mp4")
    forward, backward = both(CutStretch(telling, 0.2, 2.7, fps=6), tmp_path)
    assert [clip.has_sound for clip in (*forward.values(), *backward.values())] == [False] * 8
    for name in NAMES:
        contents = [(tmp_path / way / f"clip.{name}").read_bytes() for way in ("forward", "backward")]
        heads = [content[: content.find(b"mdat")] if name == "mp4" else content[:13] for content in contents]
        assert len(heads[0]) == len(heads[1])
        for content in contents:
            for telltale in (b"CANARY", b"Lavf", b"Lavc", b"x264", b"ffv1", b"FFV1", b"backward", b"matroska"):
                assert telltale not in content


def test_the_settings_of_the_encoder_and_the_colours_are_the_same(tmp_path: Path, make_video: MakeVideo) -> None:
    tags = "-color_range tv -colorspace bt470bg -color_primaries bt470bg -color_trc smpte170m"
    path = make_video(tmp_path / "tagged.mp4", source=COUNTING, options=tags)
    both(CutStretch(path, 0.5, 2.5), tmp_path, "mp4")
    settings = [
        content[content.index(b"stsd") : content.index(b"stts")]
        for content in ((tmp_path / way / "clip.mp4").read_bytes() for way in ("forward", "backward"))
    ]
    # The last twelve bytes name the average rate, which depends on the pictures.
    assert settings[0].split(b"btrt")[0] == settings[1].split(b"btrt")[0]


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("name", "start_s", "end_s", "fps"),
    [
        ("vtest.avi", 3.0, 20.0, 3),
        ("vtest.avi", 41.0, 47.0, 10),
        ("tree.avi", 3.0, 8.0, 23.976),
        ("tree.avi", 23.0, 26.5, 1_000_000 / 66_667),
        ("bigbuckbunny.mp4", 0.3, 5.2, 7),
        ("bigbuckbunny.mp4", 0.0, 2.2, 25),
    ],
)
def test_real_videos_are_reversed_frame_for_frame(
    name: str, start_s: float, end_s: float, fps: float, tmp_path: Path
) -> None:
    stretch = CutStretch(Path(REAL_DATA) / "video" / name, start_s, end_s, height=120, fps=fps)
    forward, backward = both(stretch, tmp_path)
    assert {name: clip.seconds for name, clip in backward.items()} == {n: clip.seconds for n, clip in forward.items()}
    assert_reversed(tmp_path)
