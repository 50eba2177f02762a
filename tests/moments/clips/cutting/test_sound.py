"""An MP4 keeps the sound of its source if it is asked to, at the right time, and still nothing else."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest

from moments.clips.cutting.clips import CutClip, CutStretch, cut_stretch
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.passes import Wish, cut_moments
from moments.clips.cutting.renditions import RENDITIONS
from moments.clips.formats.mp4_boxes import read_mp4
from moments.models.checks import SOUNDED
from tests.moments.clips.cutting.single import cut_one

MakeVideo = Callable[..., Path]
RATE = 8000
FROM_2_S = "-f lavfi -i aevalsrc=gt(t\\,2)*sin(2764*t):s=44100:d=5 -map 0 -map 1 -c:a"


def ffmpeg(*arguments: str) -> bytes:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def heard_from_s(path: Path) -> tuple[float, float]:
    """When the sound of a file becomes loud, and how long it has a sound at all, in seconds."""
    samples = np.frombuffer(
        ffmpeg("-i", str(path), "-map", "0:a:0", "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"), dtype=np.float32
    )
    loud = np.flatnonzero(np.abs(samples) > 0.3)
    return (float(loud[0]) / RATE if len(loud) else -1.0), len(samples) / RATE


def pictures(path: Path) -> bytes:
    return ffmpeg("-i", str(path), "-map", "0:v", "-c", "copy", "-f", "framemd5", "-")


@pytest.fixture(scope="module")
def toned(tmp_path_factory: pytest.TempPathFactory, make_video: MakeVideo) -> Path:
    """Eight seconds of pictures with five of sound, of which the first two are silent."""
    path = tmp_path_factory.mktemp("toned") / "toned.mp4"
    return make_video(path, seconds=8, options=f"{FROM_2_S} aac -c:v libx264 -preset ultrafast -pix_fmt yuv420p")


def test_the_sound_of_a_stretch_comes_with_its_pictures_which_stay_as_they_are(toned: Path, tmp_path: Path) -> None:
    loud, silent = tmp_path / "loud.mp4", tmp_path / "silent.mp4"
    clip, without = cut_one(toned, 1.2, 4.2, loud, sound=True), cut_one(toned, 1.2, 4.2, silent)
    assert (clip.has_sound, without.has_sound) == (True, False)
    assert (clip.frames, clip.seconds) == (without.frames, without.seconds)
    assert pictures(loud) == pictures(silent)
    begins_s, lasts_s = heard_from_s(loud)
    assert begins_s == pytest.approx(0.8, abs=0.05)
    assert lasts_s == pytest.approx(3, abs=0.1)


def test_moments_that_are_cut_together_have_the_sound_of_their_own_time(toned: Path, tmp_path: Path) -> None:
    spans = {"a": (0.5, 3.5), "b": (1.5, 2.5), "late": (4.5, 7.5), "after": (6.0, 7.0)}
    wishes = [
        Wish(
            CutStretch(toned, start, end, sound=True),
            {"mp4": tmp_path / f"{name}.mp4", "gif": tmp_path / f"{name}.gif"},
        )
        for name, (start, end) in spans.items()
    ]
    outcomes = [found for _, clips in cut_moments(wishes) for found in clips.items()]
    assert {(name, clip.has_sound) for name, clip in outcomes if isinstance(clip, CutClip)} == {
        ("mp4", True),
        ("gif", False),
    }
    assert len(outcomes) == 8
    for name, (start, end) in spans.items():
        begins_s, lasts_s = heard_from_s(tmp_path / f"{name}.mp4")
        assert begins_s == pytest.approx(max(2 - start, 0) if start < 5 else -1, abs=0.06), name
        assert lasts_s == pytest.approx(end - start, abs=0.1), name  # silence behind the end of the sound


def test_nothing_but_pictures_and_one_sound_comes_over(telling: Path, tmp_path: Path) -> None:
    assert cut_one(telling, 0, 2, tmp_path / "clip.mp4", sound=True).has_sound
    content = (tmp_path / "clip.mp4").read_bytes()
    for word in (b"canary", b"lavf", b"lavc", b"x264", b"2019", b"text", b"tmcd", b"soundhandler"):
        assert word not in content.lower()
    assert (content.count(b"vide"), content.count(b"soun"), content.count(b"trak")) == (1, 1, 2)
    listing = subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-i", str(tmp_path / "clip.mp4")],
                             check=False, capture_output=True, text=True).stderr  # fmt: skip
    assert re.findall(r"Stream #0:\d.*: (\w+): (\w+)", listing) == [("Video", "h264"), ("Audio", "aac")]
    with pytest.raises(ValueError, match="other tracks than pictures and sound"):
        read_mp4(telling.read_bytes())


def test_what_has_no_sound_is_cut_without(film: Path, tmp_path: Path) -> None:
    stretch = CutStretch(film, 0, 2, sound=True)
    outcomes = cut_stretch(stretch, {name: tmp_path / f"clip.{name}" for name in (*RENDITIONS, "jpg")})
    assert {clip.has_sound for clip in outcomes.values() if isinstance(clip, CutClip)} == {False}
    assert len(outcomes) == 4
    silent = cut_stretch(CutStretch(film, 0, 2), {"mp4": tmp_path / "silent.mp4"})
    assert silent["mp4"] == outcomes["mp4"]
    assert [name for name, one in RENDITIONS.items() if one.sound] == [SOUNDED]


def test_a_sound_that_cannot_be_decoded_is_named_and_spares_the_pictures(tmp_path: Path, make_video: MakeVideo) -> None:
    options = "-f lavfi -i sine=d=3 -map 0 -map 1 -c:v mpeg4 -c:a pcm_s16le"
    content = bytearray(make_video(tmp_path / "a.avi", options=options).read_bytes())
    place = content.index(b"strf", content.index(b"auds")) + 8
    content[place : place + 2] = b"\x34\x12"  # a kind of sound that nobody knows
    (tmp_path / "strange.avi").write_bytes(content)
    stretch = CutStretch(tmp_path / "strange.avi", 0, 2, sound=True)
    outcomes = cut_stretch(stretch, {name: tmp_path / "clips" / f"clip.{name}" for name in ("gif", "mp4")})
    assert isinstance(outcomes["gif"], CutClip)
    assert isinstance(outcomes["mp4"], CutError)
    assert outcomes["mp4"].reason.startswith("the sound of the video cannot be decoded; ")
    assert [path.name for path in (tmp_path / "clips").iterdir()] == ["clip.gif"]
    assert isinstance(cut_stretch(replace(stretch, sound=False), {"mp4": tmp_path / "clip.mp4"})["mp4"], CutClip)
