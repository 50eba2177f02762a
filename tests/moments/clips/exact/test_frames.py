"""Whole frames are cut by their numbers: those that people saw, alike whatever they show, and whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.environment import BASE_DIR
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.frame_table import FrameTable
from moments.clips.cutting.whole_video import cut_whole_video
from moments.clips.exact.frames import cut_frames, list_frames
from moments.clips.formats.mp4_boxes import read_mp4
from tests.rig.numbered import numbers_in, write_numbered

FRAMES = 200


@pytest.fixture(scope="module")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_numbered(tmp_path_factory.mktemp("uneven") / "uneven.mp4", FRAMES)


@pytest.fixture(scope="module")
def table(uneven: Path) -> FrameTable:
    return list_frames(uneven, uneven.parent)


def test_listing_the_frames_gives_the_table_of_the_proxy(uneven: Path, table: FrameTable, tmp_path: Path) -> None:
    assert table == cut_whole_video(uneven, tmp_path).table
    assert not (uneven.parent / "frames.txt").exists()


@pytest.mark.parametrize("stretch", [(0, 1000), (2000, 5000), (4013, 4014), (7000, 60_000), (1, 7900)])
def test_the_frames_that_show_in_a_stretch_are_cut_at_their_times(uneven, table, tmp_path: Path, stretch) -> None:
    frames = table.frames_within(*stretch)
    assert all(table.start_ms(one) < stretch[1] and table.start_ms(one + 1) > stretch[0] for one in frames)
    cut_frames(uneven, table, frames, {"mp4": tmp_path / "a.mp4", "png": tmp_path / "a.png"})
    assert numbers_in(tmp_path / "a.mp4") == [*frames]
    assert numbers_in(tmp_path / "a.png") == [frames[len(frames) // 2]]
    shown_s = (table.start_ms(frames.stop) - table.start_ms(frames.start)) / 1000
    assert read_mp4((tmp_path / "a.mp4").read_bytes()).seconds == pytest.approx(shown_s, abs=0.065)


@pytest.mark.parametrize("name", ["a.mkv", "a.avi", "a.ts", "a.mov"])
def test_any_container_is_cut_by_its_own_frames(tmp_path: Path, name: str) -> None:
    plain = "setpts='40*N'" if name != "a.mov" else "setpts='700+40*N'"
    source = write_numbered(tmp_path / name, 120, spacing=plain, options="-bf 0 -g 60")
    table = list_frames(source, tmp_path)
    frames = table.frames_within(2010, 3010)
    cut_frames(source, table, frames, {"mp4": tmp_path / "cut.mp4"})
    assert numbers_in(tmp_path / "cut.mp4") == [*frames]
    assert len(frames) == 26


def test_a_stretch_behind_the_end_has_no_frame(uneven: Path, table: FrameTable, tmp_path: Path) -> None:
    assert table.frames_within(table.start_ms(FRAMES), 20_000) == range(0)
    with pytest.raises(CutError, match=r"^the video ends at 8\.\d+ s, before the clip$"):
        cut_frames(uneven, table, range(0), {"mp4": tmp_path / "a.mp4"})


def test_a_video_with_other_frames_is_refused_and_leaves_nothing(table: FrameTable, tmp_path: Path) -> None:
    other = write_numbered(tmp_path / "other.mp4", FRAMES // 2, spacing="setpts='80*N'")
    with pytest.raises(CutError, match="has other frames than the one that people marked"):
        cut_frames(
            other, table, table.frames_within(1000, 3000), {"mp4": tmp_path / "a.mp4", "png": tmp_path / "a.png"}
        )
    assert [path.name for path in tmp_path.iterdir()] == ["other.mp4"]


def test_a_killed_process_leaves_only_whole_files(uneven: Path, table: FrameTable, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from moments.clips.exact.frames import cut_frames, list_frames\n"
        "source, out = map(Path, sys.argv[1:]); table = list_frames(source, out)\n"
        "for n in range(100): cut_frames(source, table, range(n, n + 100), {'mp4': out / f'{n}.mp4'})\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(uneven), str(tmp_path)], cwd=BASE_DIR)
    try:
        while not (tmp_path / "1.mp4").exists():
            assert child.poll() is None
            time.sleep(0.02)
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    found = sorted(tmp_path.glob("*.mp4"))
    assert len(found) >= 2
    for path in found:
        first = int(path.stem)
        assert numbers_in(path) == [*range(first, first + 100)]
