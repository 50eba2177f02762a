"""`deploy/backup.py`: what it packs, what it refuses, and that a failure leaves nothing behind."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from config.environment import BASE_DIR

URL = "postgres://reelevance:pass%40word@127.0.0.1:5432/reelevance"


@pytest.fixture
def server(tmp_path) -> Path:
    """A data folder with a clip, a run and what is left out, and PostgreSQL's programs, of which one writes a dump."""
    for name, content in {"data/clips/a.gif": "a", "data/runs/run.json": "{}", "data/static/page.css": "s"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    put(tmp_path / "bin/pg_dump", 'while [ "$1" != "-f" ]; do shift; done; echo dump > "$2"')
    put(tmp_path / "bin/pg_restore", "exit 0")
    return tmp_path


def put(program: Path, does: str) -> None:
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)


def back_up(server: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": f"{server / 'bin'}:{os.environ['PATH']}", "DATABASE_URL": URL}
    env = {"REELEVANCE_DATA_DIR": str(server / "data"), **own, **settings}
    command = [sys.executable, str(BASE_DIR / "deploy" / "backup.py"), str(server / "backups")]
    env = {name: value for name, value in env.items() if value}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def refusal(server: Path, **settings: str) -> str:
    """The one line of a backup that failed with 1 and left nothing."""
    done = back_up(server, **settings)
    assert (done.returncode, done.stdout) == (1, "")
    assert not (server / "backups").exists() or not list((server / "backups").iterdir())
    (line,) = done.stderr.splitlines()
    return line.removeprefix("backup.py: no backup was made: ")


def packed(backup: Path) -> dict[str, list[str]]:
    """The files of each archive, whose checksums are those that the backup wrote down."""
    sums = dict(line.split("  ")[::-1] for line in (backup / "SHA256SUMS").read_text().splitlines())
    assert sums == {name: hashlib.sha256((backup / name).read_bytes()).hexdigest() for name in sums}
    assert {path.name for path in backup.iterdir()} == {*sums, "SHA256SUMS"}
    found = {}
    for name in sorted(sums):
        if name.endswith(".tar"):
            with tarfile.open(backup / name) as archive:
                found[name] = sorted(one.name for one in archive if one.isfile())
    return found


def made(server: Path, **settings: str) -> Path:
    done = back_up(server, **settings)
    assert (done.returncode, done.stderr) == (0, "")
    (backup,) = (server / "backups").iterdir()
    assert done.stdout == f"{backup}\n"
    return backup


def test_the_data_folder_is_packed_with_its_clips_and_without_static_files(server) -> None:
    assert packed(made(server)) == {"files.tar": ["clips/a.gif", "runs/run.json"]}


@pytest.mark.parametrize("inside", ["data/clips", "data/shelf"])
def test_clips_in_a_folder_within_it_are_packed_once(server, inside) -> None:
    (server / inside).mkdir(exist_ok=True)
    backup = made(server, CLIP_STORAGE=f"file://{server / inside}")
    assert packed(backup) == {"files.tar": ["clips/a.gif", "runs/run.json"]}


def test_clips_in_a_folder_of_their_own_are_packed_beside(server) -> None:
    (server / "data/clips").rename(server / "shelf")
    backup = made(server, CLIP_STORAGE=f"file://{server / 'shelf'}")
    assert packed(backup) == {"clips.tar": ["a.gif"], "files.tar": ["runs/run.json"]}


def test_clips_behind_a_link_are_packed_as_files(server) -> None:
    (server / "data/clips").rename(server / "shelf")
    (server / "data/clips").symlink_to(server / "shelf")
    assert packed(made(server)) == {"clips.tar": ["a.gif"], "files.tar": ["runs/run.json"]}


def test_clips_in_a_bucket_are_left_to_its_own_means(server) -> None:
    backup = made(server, CLIP_STORAGE="s3://clips?region=us-east-1")
    assert packed(backup) == {"files.tar": ["clips/a.gif", "runs/run.json"]}


def test_a_folder_of_clips_that_is_not_there_makes_no_backup(server) -> None:
    said = refusal(server, CLIP_STORAGE=f"file://{server / 'shelf'}")
    assert said == f"CLIP_STORAGE: {server / 'shelf'} is not a folder; if there are no clips yet, create it"


@pytest.mark.parametrize(
    ("url", "said"),
    [("", "DATABASE_URL is not set; "), ("sqlite:////data/reelevance.sqlite3", "DATABASE_URL names SQLite; ")],
)
def test_without_postgresql_the_way_of_embedded_mode_is_named(server, url, said) -> None:
    way = "embedded mode is backed up by manage.py archive_campaign SLUG --out FILE, one file per campaign"
    assert refusal(server, DATABASE_URL=url) == said + way


def test_without_a_data_folder_it_says_which_variable_names_it(server) -> None:
    assert refusal(server, REELEVANCE_DATA_DIR="") == "REELEVANCE_DATA_DIR is not set; it names the data folder"


def test_a_failed_backup_leaves_nothing_and_says_the_same_again_at_once(server) -> None:
    put(server / "bin/pg_dump", "exit 3")
    for _ in range(3):
        said = refusal(server)
        assert said.startswith("Command '['pg_dump', ")
        assert said.endswith("returned non-zero exit status 3.")
        assert "word" not in said
    put(server / "bin/pg_dump", 'while [ "$1" != "-f" ]; do shift; done; echo dump > "$2"')
    put(server / "bin/pg_restore", "exit 1")
    assert "pg_restore" in refusal(server)
