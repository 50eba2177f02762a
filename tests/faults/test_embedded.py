"""Embedded mode: its file is locked, a disk is full, its commands are killed half-way; nothing half-written stays."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import imageio_ffmpeg
import pytest

from tests.rig.journal import Journal, journal_breaches, read_journal
from tests.rig.place import SLUG
from tests.rig.ports import wait_until
from tests.rig.program import Program
from tests.rig.stored import stored_scores
from tests.rig.web import Web, end, manage, placed, platform_env, python

pytestmark = [pytest.mark.servers, pytest.mark.slow]
MOMENTS = 4000
MOMENTS_A_VIDEO = 20
VIDEOS = MOMENTS // MOMENTS_A_VIDEO
SHARES = (0.1, 0.5, 0.9)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 24 MB."""
    folder = Path(tempfile.mkdtemp(prefix="reelevance-small-"))
    if os.geteuid() != 0:
        pytest.fail("mounting a small disk takes root")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
    folder.rmdir()


@pytest.fixture(scope="module")
def migrated(tmp_path_factory) -> Path:
    """A database file with every table and trigger, to be copied: migrating takes longer than the tests."""
    folder = tmp_path_factory.mktemp("migrated")
    manage(platform_env(folder), "migrate", "-v", "0")
    with closing(sqlite3.connect(folder / "reelevance.sqlite3")) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / "reelevance.sqlite3"


def embedded_env(folder: Path, migrated: Path) -> dict[str, str]:
    """The environment of a platform in that folder, whose tables are there."""
    shutil.copy(migrated, folder / "reelevance.sqlite3")
    return platform_env(folder)


class Embedded:
    """A platform on SQLite in a folder, with a program for each of two people."""

    def __init__(self, folder: Path, journal: Path, migrated: Path) -> None:
        self.env = embedded_env(folder, migrated)
        made = placed(self.env, queries=1, people=2, grace_s=0)
        self.web = Web(self.env, workers=1, threads=4)
        self.path, self.journal = journal, Journal(journal)
        self.people = [
            Program(self.web.port, person["who"], person["token"], self.journal, campaign=SLUG)
            for person in made["people"]
        ]

    def is_proven(self) -> bool:
        """Journal and database agree, and verify_campaign finds nothing."""
        manage(self.env, "settle")
        manage(self.env, "verify_campaign", SLUG)
        return list(journal_breaches(read_journal(self.path), stored_scores(self.env))) == []


def database(env: dict[str, str]) -> sqlite3.Connection:
    """The file, past the platform."""
    return sqlite3.connect(Path(env["REELEVANCE_DATA_DIR"]) / "reelevance.sqlite3", isolation_level=None)


def test_a_score_waits_while_somebody_holds_the_file_locked(tmp_path, migrated) -> None:
    here = Embedded(tmp_path, tmp_path / "journal", migrated)
    try:
        seat = here.people[0].claim(2)[0]
        with closing(database(here.env)) as other:
            other.execute("BEGIN IMMEDIATE")
            sent = here.people[0].in_background(seat, 3, "a")
            time.sleep(2)
            assert sent.status == "on its way"
            other.execute("ROLLBACK")
        assert sent.wait() == "saved"
        assert here.is_proven()
    finally:
        here.web.kill()


def test_a_full_disk_refuses_and_what_is_sent_again_is_stored_once(small_disk, tmp_path, migrated) -> None:
    here = Embedded(small_disk, tmp_path / "journal", migrated)
    try:
        one, seat = here.people[0], here.people[0].claim(2)[0]
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file:
            with pytest.raises(OSError, match="No space left"):
                while True:
                    file.write(bytes(4096))
            assert one.score(seat, 3, "a") is None
        filler.unlink()
        assert one.score(seat, 3, "a") == "saved"
        assert here.is_proven()
    finally:
        here.web.kill()


def moments_file(path: Path) -> Path:
    """TVR's own JSON Lines."""
    rows = [
        {"vid_name": f"film_{n // MOMENTS_A_VIDEO}", "duration": 99.0,
         "ts": [n % MOMENTS_A_VIDEO * 4.0, n % MOMENTS_A_VIDEO * 4.0 + 3], "desc": f"It {n}.",
         "type": "v", "desc_id": n}
        for n in range(MOMENTS)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def killed_at(env: dict[str, str], share: float, whole_s: float, *words: object) -> None:
    """The command, killed after that share of the time that it takes."""
    process = python(env, "manage.py", *words)
    time.sleep(share * whole_s)
    end(process)


def killed_while_writing(env: dict[str, str], *words: object) -> None:
    """The command, killed as soon as something of it reaches the file."""
    log = Path(env["REELEVANCE_DATA_DIR"]) / "reelevance.sqlite3-wal"

    def written() -> int:
        return log.stat().st_size if log.exists() else 0

    process, before = python(env, "manage.py", *words), written()
    wait_until("the first bytes", lambda: process.poll() is not None or written() > before + 40_000, every_s=0.001)
    end(process)


def timed(env: dict[str, str], *words: object) -> float:
    """Seconds that the command takes."""
    started = time.monotonic()
    manage(env, *words)
    return time.monotonic() - started


def test_a_killed_import_leaves_nothing_or_all(tmp_path, migrated) -> None:
    env, file = embedded_env(tmp_path, migrated), moments_file(tmp_path / "moments.jsonl")
    for slug in ("timing", "films"):
        manage(env, "create_campaign", slug)
    whole_s = timed(env, "import_moments", "timing", file)

    def imported() -> tuple[int, int]:
        with closing(database(env)) as stored:
            videos, moments = (
                int(stored.execute(f"SELECT count(*) FROM moments_{table}").fetchone()[0])
                for table in ("video", "moment")
            )
        return videos - VIDEOS, moments - MOMENTS

    nothing, whole = (0, 0), (VIDEOS, MOMENTS)
    killed_while_writing(env, "import_moments", "films", file)
    assert imported() in (nothing, whole)
    for share in SHARES:
        killed_at(env, share, whole_s, "import_moments", "films", file)
        assert imported() in (nothing, whole)
    manage(env, "import_moments", "films", file)
    assert imported() == whole


def test_a_killed_export_leaves_what_was_there_before(tmp_path, migrated) -> None:
    env, out = embedded_env(tmp_path, migrated), tmp_path / "out"
    placed(env, queries=40, people=4, grace_s=0)
    words = ("export_labels", SLUG, "--partial", "--out", out)

    def files() -> dict[str, bytes]:
        return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}

    whole_s = timed(env, *words)
    before = files()
    assert "manifest.json" in before
    for share in SHARES:
        killed_at(env, share, whole_s, *words)
        assert files() == before
    shutil.rmtree(out)
    for share in SHARES:
        killed_at(env, share, whole_s, *words)
        assert files() in ({}, before)
    manage(env, *words)
    assert files() == before


def test_a_killed_restore_leaves_nothing_or_all(tmp_path, migrated) -> None:
    env, file = embedded_env(tmp_path, migrated), tmp_path / "load.archive"
    placed(env, queries=60, people=4, grace_s=0)
    manage(env, "archive_campaign", SLUG, "--out", file)
    whole_s = timed(env, "restore_campaign", file, "--slug", "timing")

    def rows(slug: str) -> dict[str, int]:
        tables = ("moments_moment", "moments_pair", "annotator_seat", "moments_ledgerentry", "annotator_membership")
        with closing(database(env)) as stored:
            ((campaign,),) = stored.execute("SELECT max(id) FROM moments_campaign WHERE slug = ?", [slug]).fetchall()
            counted = {
                table: stored.execute(f"SELECT count(*) FROM {table} WHERE campaign_id = ?", [campaign]).fetchone()[0]
                for table in tables
            }
        return counted if campaign else {}

    whole = rows(SLUG)
    assert rows("timing") == whole
    for share in (*SHARES, None):
        slug = f"killed-{round(100 * share)}" if share else "killed-writing"
        words = ("restore_campaign", file, "--slug", slug)
        if share:
            killed_at(env, share, whole_s, *words)
        else:
            killed_while_writing(env, *words)
        left = rows(slug)
        assert left in ({}, whole)
        if not left:
            manage(env, *words)
        assert rows(slug) == whole
        manage(env, "verify_campaign", slug)


def noisy_films(folder: Path, count: int) -> None:
    """Videos of 24 s that no encoder makes small."""
    picture = ["-f", "lavfi", "-i", "nullsrc=size=320x180:rate=10:duration=24,geq=random(1)*255:128:128"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *picture, "-preset", "ultrafast"]
    subprocess.run([*command, str(folder / "film_0.mp4")], check=True)
    for number in range(1, count):
        shutil.copy(folder / "film_0.mp4", folder / f"film_{number}.mp4")


def test_a_disk_that_fills_up_under_clips_fails_those_that_do_not_fit_and_no_others(
    small_disk, tmp_path, migrated
) -> None:
    clips = small_disk / "clips"
    env = embedded_env(tmp_path, migrated) | {"CLIP_STORAGE": f"file://{clips}"}
    noisy_films(tmp_path, 4)  # one is cut after the other: the disk is full by the time of the last
    moments = tmp_path / "moments.jsonl"
    rows = [
        {"vid_name": f"film_{n // 3}", "duration": 24.0, "ts": [n % 3 * 2.0, n % 3 * 2.0 + 2], "desc": f"It {n}.",
         "type": "v", "desc_id": n}
        for n in range(12)
    ]  # fmt: skip
    moments.write_text("".join(json.dumps(row) + "\n" for row in rows))
    manage(env, "create_campaign", "films")
    manage(env, "import_moments", "films", moments)

    cutting = python(env, "manage.py", "cut_clips", "films", "--all", "--videos", tmp_path)
    wait_until("the first clip", lambda: clips.is_dir() and any(clips.iterdir()), within_s=60)
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file:
        while cutting.poll() is None:
            try:
                file.write(bytes(4096))
            except OSError:
                time.sleep(0.05)
    assert cutting.returncode == 0  # it says which failed

    def clip_counts() -> dict[str, int]:
        with closing(database(env)) as stored:
            return dict(stored.execute("SELECT state, count(*) FROM moments_clip GROUP BY state").fetchall())

    assert clip_counts().get("failed")
    with closing(database(env)) as stored:
        why = {reason for (reason,) in stored.execute("SELECT reason FROM moments_clip WHERE state = 'failed'")}
    assert why == {"the disk is full"}
    found = json.loads(manage(env, "clips", "verify", "films", "--deep", "--json"))
    assert (found["missing"], found["wrong"]) == (0, 0)
    filler.unlink()
    manage(env, "cut_clips", "films", "--retry", "--videos", tmp_path)
    assert clip_counts() == {"ready": 12}
    found = json.loads(manage(env, "clips", "verify", "films", "--deep", "--json"))
    assert (found["missing"], found["wrong"]) == (0, 0)
