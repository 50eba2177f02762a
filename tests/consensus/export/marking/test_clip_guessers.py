"""Guessers that look at the properties of exported clips, and at no picture, hit as often as chance."""

from __future__ import annotations

import random
import struct
import subprocess
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest
from django.db import transaction

from annotator.marking.segments import Segment
from tests.consensus.export.marking.scenes import at, entries
from tests.consensus.export.marking.test_clip_files import Heard, cut
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
VIDEOS, SECONDS, RATE = 6, 70, 5
SIZE = (64, 48)
TRUTHS = [at(3, 7), at(20, 28), at(40, 44, 55, 58)]


def write_busy(path: Path, truths: list[tuple[Segment, ...]], draw: random.Random) -> None:
    """A video that flickers where it answers a question, and is still elsewhere: its truths are larger when cut."""
    noise = np.random.default_rng(draw.randrange(2**32))
    frames = np.full((SECONDS * RATE, SIZE[1], SIZE[0]), 120, np.uint8)
    for truth in truths:
        for one in truth:
            first, last = one.start_ms * RATE // 1000, one.end_ms * RATE // 1000
            frames[first:last] = noise.integers(0, 255, (last - first, SIZE[1], SIZE[0]))
    raw = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{SIZE[0]}x{SIZE[1]}", "-r", str(RATE), "-i", "pipe:0"]
    encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-pix_fmt", "yuv420p"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", *raw, *encoder, str(path)]
    subprocess.run(command, input=frames.tobytes(), check=True)


class Pool:
    """A pool as somebody finds it: the files in their order, which of them are truths, and the sizes before export."""

    def __init__(self, folder: Path, kept: Path, questions: list[dict]) -> None:
        self.files = [folder / one["output_path"] for one in questions[0]["candidate_video_list"]]
        self.truths = {self.files[place] for one in questions for place in one["gt_indices"]}
        sizes = {path.name: path.stat().st_size for path in kept.rglob("*.mp4")}
        self.raw = {path: sizes[path.name] for path in self.files}

    def share(self, files: list[Path]) -> Fraction:
        return Fraction(sum(path in self.truths for path in files), len(files))


@pytest.fixture(scope="module")
def pools(tmp_path_factory, django_db_setup, django_db_blocker) -> list[Pool]:
    out = tmp_path_factory.mktemp("exports") / "out"
    videos = out.with_name("videos")
    videos.mkdir()
    draw = random.Random(7)
    worlds = []
    for number in range(VIDEOS):
        shift = number * 300
        truths = [tuple(Segment(one.start_ms + shift, one.end_ms + shift) for one in truth) for truth in TRUTHS]
        write_busy(videos / f"v{number}.mp4", truths, draw)
        worlds.append(WorldVideo(f"v{number}", SECONDS * 1000, "", [WorldQuestion(truth) for truth in truths]))
    with django_db_blocker.unblock(), transaction.atomic():
        campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
        store_world(campaign, worlds, author, marker, markings=False)
        cut(campaign, videos, out, Heard())
        transaction.set_rollback(True)
    by_video = defaultdict(list)
    for one in entries(out, "ms"):
        assert not one["recognisable"]
        by_video[one["video_name"]].append(one)
    kept = [path for path in out.with_name("kept").iterdir() if path.is_dir()]
    assert len(kept) == VIDEOS
    names = {name: next(path for path in kept if is_of(path, own)) for name, own in by_video.items()}
    return [Pool(out / "momentseeker/test", names[name], own) for name, own in by_video.items()]


def is_of(kept: Path, questions: list[dict]) -> bool:
    wanted = {Path(one["output_path"]).name for one in questions[0]["candidate_video_list"]}
    return wanted == {path.name for path in kept.glob("*.mp4")}


def seconds(path: Path) -> int:
    start, end = map(int, path.stem.split("_"))
    return end - start


def boxes(path: Path) -> list[bytes]:
    content, place, found = path.read_bytes(), 0, []
    while place < len(content):
        length, kind = struct.unpack_from(">I4s", content, place)
        found.append(kind)
        place += length
    return found


def key_frames(path: Path) -> int:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-skip_frame", "nokey", "-i", str(path), "-fps_mode"]
    listing = subprocess.run([*command, "passthrough", "-f", "framecrc", "-"], capture_output=True, check=True).stdout
    return sum(line.startswith(b"0,") for line in listing.splitlines())


PROPERTIES: dict[str, Callable[[Path], object]] = {
    "size": lambda path: path.stat().st_size,
    "size of the picture": lambda path: path.with_suffix(".png").stat().st_size,
    "size per second": lambda path: Fraction(path.stat().st_size, seconds(path)),
    "mtime": lambda path: path.stat().st_mtime_ns,
    "mode": lambda path: path.stat().st_mode,
    "boxes": lambda path: tuple(boxes(path)),
    "key frames": key_frames,
    "length": seconds,
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_no_property_of_a_file_tells_a_truth(name: str, pools: list[Pool]) -> None:
    """Among the files that are alike in it, truths are as frequent as among all; so no guess by it can do better."""
    for pool in pools:
        alike = defaultdict(list)
        for path in pool.files:
            alike[PROPERTIES[name](path)].append(path)
        assert {pool.share(files) for files in alike.values()} == {pool.share(pool.files)}
        assert 0 < pool.share(pool.files) < 1


def test_before_their_sizes_were_made_equal_a_guess_by_size_would_hit_nearly_always(pools: list[Pool]) -> None:
    hits = sum(max(pool.files, key=lambda path: pool.raw[path] / seconds(path)) in pool.truths for pool in pools)
    assert hits == len(pools)
    assert sum(pool.share(pool.files) for pool in pools) < len(pools) / 2 + 0.1


def test_the_order_of_a_folder_is_not_that_of_truths(pools: list[Pool]) -> None:
    """Files were cut in order of time, truths among fillers."""
    for pool in pools:
        made = sorted(pool.files, key=lambda path: path.stat().st_ino)
        places = [at for at, path in enumerate(made) if path in pool.truths]
        assert places != [*range(len(places))]
        assert places != [*range(len(made) - len(places), len(made))]
