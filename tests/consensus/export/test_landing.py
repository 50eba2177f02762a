"""A folder lands whole or not at all, whatever stops its writer, and replaces nothing but an export."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from consensus.export import landing
from consensus.export.folder import MANIFEST
from consensus.export.landing import is_export, whole_folder
from moments.base.errors import BadInput

ROOT = Path(__file__).resolve().parents[3]

WRITER = """
import os, signal, sys
from pathlib import Path
from consensus.export import landing
from consensus.export.landing import whole_folder

def die(*args):
    os.kill(os.getpid(), signal.SIGKILL)

point, out, word = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
if point in ("_sync", "_land", "_exchange", "_sync_entry"):
    if point == "_sync_entry":
        landing._sync = lambda folder: None
    setattr(landing, point, die)
with whole_folder(out) as folder:
    folder.write("a.txt", word)
    if point == "writing":
        die()
    folder.write("sub/b.txt", word)
    folder.write("manifest.json", '{"software": "reelevance 1", "files": {"a.txt": {}, "sub/b.txt": {}}}')
    if point == "written":
        die()
"""


def write(out: Path, word: str = "new", point: str = "") -> int:
    return subprocess.run([sys.executable, "-c", WRITER, point, str(out), word], cwd=ROOT, check=False).returncode


def read(out: Path) -> str:
    return (out / "a.txt").read_text() + (out / "sub/b.txt").read_text()


@pytest.mark.parametrize("point", ["writing", "written", "_sync", "_land"])
def test_a_writer_killed_before_the_end_leaves_no_folder(tmp_path: Path, point: str) -> None:
    out = tmp_path / "out"
    assert write(out, point=point) == -9
    assert not out.exists()
    assert write(out) == 0
    assert (read(out), [path.name for path in tmp_path.iterdir()]) == ("newnew", ["out"])


@pytest.mark.parametrize(
    ("point", "held"),
    [("writing", "oldold"), ("written", "oldold"), ("_exchange", "oldold"), ("_sync_entry", "newnew")],
)
def test_a_writer_killed_at_any_point_leaves_one_whole_export(tmp_path: Path, point: str, held: str) -> None:
    out = tmp_path / "out"
    write(out, "old")
    assert write(out, point=point) == -9
    assert (read(out), is_export(out)) == (held, True)
    assert write(out, "next") == 0
    assert (read(out), [path.name for path in tmp_path.iterdir()]) == ("nextnext", ["out"])


def test_a_writer_at_work_is_not_cleared_away_by_another(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with whole_folder(out) as folder:
        folder.write("a.txt", "slow")
        folder.write("sub/b.txt", "slow")
        folder.write(MANIFEST, '{"software": "reelevance 1", "files": {"a.txt": {}, "sub/b.txt": {}}}')
        assert write(out, "quick") == 0
        assert read(out) == "quickquick"
    assert read(out) == "slowslow"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_with_signs_of_patterns_in_its_name_is_cleared_too(tmp_path: Path) -> None:
    out = tmp_path / "labels [v1]*"
    assert write(out, point="written") == -9
    assert write(out) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["labels [v1]*"]


def test_a_folder_inside_an_export_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "out")
    with pytest.raises(BadInput, match="is inside another export"), whole_folder(tmp_path / "out/sub/more"):
        pass
    assert is_export(tmp_path / "out")


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(BadInput, match="out: is a file$"), whole_folder(tmp_path / "out"):
        pass
    assert (tmp_path / "out").read_text() == "mine"


def test_a_parent_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="Not a directory|File exists"), whole_folder(tmp_path / "file/out"):
        pass


def test_a_place_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(BadInput, match="/proc/out: "), whole_folder(Path("/proc/out")):
        pass


def test_a_link_to_an_export_keeps_pointing_at_it(tmp_path: Path) -> None:
    write(tmp_path / "real", "old")
    (tmp_path / "out").symlink_to("real")
    assert write(tmp_path / "out") == 0
    assert ((tmp_path / "out").is_symlink(), read(tmp_path / "real")) == (True, "newnew")


def test_a_full_disk_leaves_the_earlier_export(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], check=False, capture_output=True
    )
    if mount.returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        assert write(disk / "out", "old") == 0
        with pytest.raises(BadInput, match="out: No space left on device"), whole_folder(disk / "out") as folder:
            folder.write("a.txt", "x" * 1_000_000)
        assert (read(disk / "out"), [path.name for path in disk.iterdir()]) == ("oldold", ["out"])
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_two_writers_at_once_leave_one_whole_export(tmp_path: Path) -> None:
    out = tmp_path / "out"
    codes: list[int] = []
    writers = [threading.Thread(target=lambda word=word: codes.append(write(out, word))) for word in ("one", "two")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert codes == [0, 0]
    assert read(out) in ("oneone", "twotwo")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_place_that_another_writer_took_a_moment_ago_is_exchanged(tmp_path: Path, monkeypatch) -> None:
    out, exists = tmp_path / "out", Path.exists
    write(out, "one")
    monkeypatch.setattr(Path, "exists", lambda path: path != out and exists(path))
    with whole_folder(out) as folder:
        folder.write("a.txt", "two")
        folder.write("sub/b.txt", "two")
        folder.write(MANIFEST, '{"software": "reelevance 1", "files": {"a.txt": {}, "sub/b.txt": {}}}')
    monkeypatch.undo()
    assert read(out) == "twotwo"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("manifest", ["[]", "{", '{"software": 1}', json.dumps({"software": "reelevance 1"})])
def test_a_folder_with_another_manifest_is_no_export(tmp_path: Path, manifest: str) -> None:
    (tmp_path / MANIFEST).write_text(manifest)
    assert not is_export(tmp_path)


def test_no_writer_takes_a_folder_that_another_has_just_made_for_one_left_behind(tmp_path: Path) -> None:
    out, ended = tmp_path / "out", threading.Event()

    def clear() -> None:
        while not ended.is_set():
            landing._clear_stale(out)

    others = [threading.Thread(target=clear) for _ in range(2)]
    for other in others:
        other.start()
    try:
        for number in range(60):
            with landing._growing(out) as folder:
                (folder / "a.txt").write_text(str(number))
    finally:
        ended.set()
        for other in others:
            other.join()
    assert list(tmp_path.iterdir()) == []
