"""Many moments by one run through their video: each clip is the one that cutting it alone gives."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest

from moments.clips.cutting.clips import CutClip, CutStretch, cut_stretch
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.passes import Wish, cut_moments, passes

NAMES = ("gif", "mp4", "webp", "jpg")
# Overlapping, equal, from the start, between two pictures, to the end.
STRETCHES = [(4.0, 9.2), (0.0, 2.0), (1.04, 3.5), (1.04, 3.5), (2.333, 2.4)]


def wish(source: Path, start_s: float, end_s: float, folder: Path, *names: str) -> Wish:
    stretch = CutStretch(source, start_s, end_s, height=120)
    return Wish(stretch, {name: folder / f"clip.{name}" for name in names or NAMES})


def kinds_of(outcomes: dict[str, CutClip | CutError]) -> dict[str, str]:
    return {name: outcome.kind if isinstance(outcome, CutError) else "cut" for name, outcome in outcomes.items()}


def test_each_clip_is_byte_for_byte_the_one_cut_alone(film: Path, tmp_path: Path) -> None:
    wishes = [wish(film, *stretch, tmp_path / str(place)) for place, stretch in enumerate(STRETCHES)]
    assert len(list(passes(wishes))) == 1
    for one, outcomes in cut_moments(wishes):
        alone = cut_stretch(one.stretch, {name: tmp_path / f"alone.{name}" for name in NAMES})
        for name, path in one.targets.items():
            assert path.read_bytes() == (tmp_path / f"alone.{name}").read_bytes()
            assert outcomes[name] == alone[name]


def test_the_poster_is_the_middle_picture_of_the_moment(film: Path, tmp_path: Path) -> None:
    (_, outcomes), _ = cut_moments([wish(film, 1, 3, tmp_path / "one"), wish(film, 4, 5, tmp_path / "two")])
    poster, gif = outcomes["jpg"], outcomes["gif"]
    assert isinstance(poster, CutClip)
    assert isinstance(gif, CutClip)
    assert (poster.frames, poster.width, poster.height) == (1, gif.width, gif.height)


def test_a_moment_behind_the_end_fails_alone_with_its_own_reason(film: Path, tmp_path: Path) -> None:
    wishes = [wish(film, 1, 2, tmp_path / "good", "gif"), wish(film, 8, 12, tmp_path / "late", "gif", "mp4")]
    good, late = cut_moments(wishes)
    assert (kinds_of(good[1]), kinds_of(late[1])) == ({"gif": "cut"}, {"gif": "ended_early", "mp4": "ended_early"})
    assert not list((tmp_path / "late").iterdir())


def test_a_stretch_that_is_none_does_not_spoil_the_others(film: Path, tmp_path: Path) -> None:
    outcomes = {
        one.stretch.start_s: kinds_of(found)
        for one, found in cut_moments(
            [wish(film, 3, 2, tmp_path / "b", "gif"), wish(film, 1, 2, tmp_path / "a", "gif")]
        )
    }
    assert outcomes == {1: {"gif": "cut"}, 3: {"gif": "bad_stretch"}}


def test_what_is_the_videos_fault_is_every_moments_reason(tmp_path: Path) -> None:
    (tmp_path / "list.mp4").write_text("#EXTM3U\n#EXTINF:9,\ngood.mp4\n")
    wishes = [wish(tmp_path / "list.mp4", start, start + 1, tmp_path / str(start), "gif") for start in (0, 1)]
    assert [kinds_of(found) for _, found in cut_moments(wishes)] == [{"gif": "playlist"}] * 2


def test_one_run_holds_what_the_memory_bears_and_skips_long_gaps(tmp_path: Path) -> None:
    def lengths(*stretches: tuple[float, float]) -> list[int]:
        wishes = [Wish(CutStretch(tmp_path, *stretch), {"gif": tmp_path}) for stretch in stretches]
        return [len(together) for together in passes(wishes)]

    assert lengths(*[(place * 2.0, place * 2.0 + 9) for place in range(60)]) == [19, 19, 19, 3]
    assert lengths((0, 5), (70, 75), (72, 80)) == [1, 2]
    assert lengths((0, 5), (1, 60), (70, 75)) == [1, 1, 1]


@pytest.fixture
def frames(film: Path, tmp_path: Path) -> Path:
    """The film as TVR releases one: numbered JPEGs, three a second."""
    folder = tmp_path / "100%d film"
    folder.mkdir()
    pattern = f"{str(folder).replace('%', '%%')}/%05d.jpg"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(film), "-vf", "fps=3", "-q:v", "2", pattern]
    subprocess.run(command, check=True)
    return folder


def test_a_folder_of_frames_is_cut_like_a_video(frames: Path, tmp_path: Path) -> None:
    found = list(cut_moments([wish(frames, 1, 3, tmp_path / "a", "gif", "mp4"), wish(frames, 2, 9, tmp_path / "b")]))
    assert [{name: outcome.frames for name, outcome in outcomes.items()} for _, outcomes in found] == [
        {"gif": 6, "mp4": 6},
        {"gif": 21, "mp4": 21, "webp": 21, "jpg": 1},
    ]


@pytest.mark.parametrize(
    ("harm", "kind", "reason"),
    [
        (lambda folder: (folder / "00004.jpg").unlink(), "damaged", "frame 4 is missing in the folder of frames"),
        (lambda folder: [path.unlink() for path in folder.iterdir()], "empty", "the folder contains no numbered JPEGs"),
        (
            lambda folder: [(folder / f"000{n}.jpg").unlink() for n in range(12, 29)],
            "ended_early",
            "the video ends at 3.7 s, the moment is at 1.0–9.0 s",
        ),
        (
            lambda folder: [path.write_text("#EXTM3U\n/etc/passwd\n") for path in folder.iterdir()],
            "damaged",
            "the video is damaged: no picture can be decoded",
        ),
    ],
)
def test_frames_that_are_not_there_are_named(frames: Path, tmp_path: Path, harm, kind: str, reason: str) -> None:
    harm(frames)
    ((_, outcomes),) = cut_moments([wish(frames, 1, 9, tmp_path / "a", "gif")])
    assert (outcomes["gif"].kind, outcomes["gif"].reason) == (kind, reason)
