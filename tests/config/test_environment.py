"""Settings from the environment: read once, checked, the wrong one named in one line."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.clip_storage import ClipStorage
from config.environment import read_environment
from config.variables import WrongSetting

TEAM = {
    "DATABASE_URL": "postgres://lab:pw@db:5432/labels",
    "REDIS_URL": "redis://cache:6379/0",
    "SECRET_KEY": "k3j5h2g8f7d6s5a4q9w8e7r6t5y4u3i2o1p0z9x8",
    "ALLOWED_HOSTS": "labels.example.org",
}


def test_without_any_setting_it_is_embedded(tmp_path: Path) -> None:
    read = read_environment({"REELEVANCE_DATA_DIR": str(tmp_path / "data")})
    assert (read.embedded, read.https, read.debug) == (True, False, False)
    assert read.database["NAME"] == str(tmp_path / "data/reelevance.sqlite3")
    assert read.database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert read.clips == ClipStorage(tmp_path / "data/clips")


def test_the_roots_of_videos_are_folders_and_prefixes(tmp_path: Path) -> None:
    words = "/srv/films, s3://tvr/raw/?endpoint=http://s3:9000"
    read = read_environment({"REELEVANCE_DATA_DIR": str(tmp_path), "VIDEO_SOURCES": words})
    assert [root.address for root in read.video_roots] == ["/srv/films", "s3://tvr/raw"]
    assert read.video_roots[1].where.endpoint == "http://s3:9000"
    assert read.video_uploads.address == str(tmp_path / "videos")


def test_uploaded_videos_go_to_the_bucket_that_is_named(tmp_path: Path) -> None:
    words = "s3://tvr/in/?endpoint=http://s3:9000"
    read = read_environment({"REELEVANCE_DATA_DIR": str(tmp_path), "VIDEO_UPLOADS": words})
    assert (read.video_uploads.address, read.video_uploads.where.endpoint) == ("s3://tvr/in", "http://s3:9000")


def test_the_embedded_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    keys = {read_environment({"REELEVANCE_DATA_DIR": str(tmp_path)}).secret_key for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop()) >= 40
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_team_is_served_over_https_from_its_own_hosts(tmp_path: Path) -> None:
    read = read_environment({**TEAM, "REELEVANCE_DATA_DIR": str(tmp_path)})
    assert (read.embedded, read.https, read.hosts) == (False, True, ("labels.example.org",))
    assert (read.database["HOST"], read.database["NAME"]) == ("db", "labels")
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize(("pooler", "kept"), [("", (60, True, False)), ("1", (0, False, True))])
def test_behind_a_pooler_connections_end_with_the_request_and_keep_nothing(tmp_path: Path, pooler: str, kept) -> None:
    read = read_environment({**TEAM, "REELEVANCE_DATA_DIR": str(tmp_path), "REELEVANCE_POOLER": pooler}).database
    assert read["ENGINE"] == "moments.database.postgresql"
    assert tuple(read[name] for name in ("CONN_MAX_AGE", "CONN_HEALTH_CHECKS", "DISABLE_SERVER_SIDE_CURSORS")) == kept


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"DATABASE_URL": "mysql://a/b"}, "DATABASE_URL: expected postgres://… or sqlite:///…"),
        ({"DATABASE_URL": "postgres://a"}, "DATABASE_URL: names no database"),
        ({"REDIS_URL": ""}, "REDIS_URL: needed with PostgreSQL, for example redis://localhost:6379/0"),
        ({"REDIS_URL": "http://a"}, "REDIS_URL: expected redis://…, rediss://… or unix://…"),
        ({"SECRET_KEY": ""}, "SECRET_KEY: needed with PostgreSQL: 40 random characters"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY: too short or well known; use 40 random characters"),
        ({"SECRET_KEY": "a" * 53}, "SECRET_KEY: too short or well known; use 40 random characters"),
        (
            {"REELEVANCE_DEBUG": "1"},
            "REELEVANCE_DEBUG: shows settings and data to anyone who causes an error; not allowed in team mode",
        ),
        ({"SECRET_KEY": "changeme" * 9}, "SECRET_KEY: too short or well known; use 40 random characters"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS: needed with PostgreSQL: the host names, comma-separated"),
        (
            {"ALLOWED_HOSTS": "labels.example.org,*"},
            "ALLOWED_HOSTS: * would let anyone choose the host in links; name the hosts",
        ),
        ({"CLIP_STORAGE": "ftp://x"}, "CLIP_STORAGE: expected file:///folder or s3://bucket?endpoint=…&region=…"),
        ({"CLIP_STORAGE": "s3://b?endpont=x"}, "CLIP_STORAGE: unknown option endpont"),
        (
            {"VIDEO_SOURCES": "/films,films"},
            "VIDEO_SOURCES: expected /folder or s3://bucket/prefix?endpoint=…&region=…, comma-separated",
        ),
        (
            {"VIDEO_UPLOADS": "/films,/more"},
            "VIDEO_UPLOADS: expected one place, /folder or s3://bucket/prefix?endpoint=…&region=…",
        ),
        ({"TRUSTED_ORIGINS": "x.org"}, "TRUSTED_ORIGINS: 'x.org' does not start with https:// or http://"),
        ({"REELEVANCE_HTTPS": "maybe"}, "REELEVANCE_HTTPS: expected 1 or 0, got 'maybe'"),
        ({"REELEVANCE_SWEEP_INTERVAL_S": "soon"}, "REELEVANCE_SWEEP_INTERVAL_S: expected a number, got 'soon'"),
        ({"REELEVANCE_SWEEP_INTERVAL_S": "0"}, "REELEVANCE_SWEEP_INTERVAL_S: expected 0.2 to 3600, got 0"),
    ],
)
def test_a_wrong_setting_stops_the_start_by_name(tmp_path: Path, change: dict[str, str], line: str) -> None:
    with pytest.raises(WrongSetting) as stopped:
        read_environment({**TEAM, "REELEVANCE_DATA_DIR": str(tmp_path), **change})
    assert str(stopped.value) == f"reelevance: {line}"


def test_a_bucket_may_be_anywhere(tmp_path: Path) -> None:
    given = {"REELEVANCE_DATA_DIR": str(tmp_path), "CLIP_STORAGE": "s3://clips?endpoint=http://s3:8333&region=r1"}
    assert read_environment(given).clips == ClipStorage(None, "clips", "http://s3:8333", "r1")


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WrongSetting, match="^reelevance: REELEVANCE_DATA_DIR: cannot be written"):
        read_environment({"REELEVANCE_DATA_DIR": str(tmp_path / "file/data")})


def test_the_process_ends_with_that_one_line() -> None:
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=root,
        env={"PATH": os.environ["PATH"], **TEAM, "SECRET_KEY": "x"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "reelevance: SECRET_KEY: too short or well known; use 40 random characters\n"


@pytest.mark.parametrize("name", ["", "packaged-minilm", "sentence-transformers:/srv/models/minilm"])
def test_captions_may_be_compared_by_a_pretrained_encoder(tmp_path: Path, name: str) -> None:
    read = read_environment({"REELEVANCE_DATA_DIR": str(tmp_path), "REELEVANCE_CAPTION_ENCODER": name})
    assert read.caption_encoder == name


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("lexical", "expected one of packaged-minilm, sentence-transformers:NAME; got 'lexical'"),
        ("bm25", "expected one of"),
        ("word2vec", "expected one of"),
        ("sentence-transformers:some/model", "web processes download no model; name its folder"),
    ],
)
def test_an_encoder_that_cannot_compare_captions_at_once_is_refused(tmp_path: Path, name: str, problem: str) -> None:
    with pytest.raises(WrongSetting, match=f"REELEVANCE_CAPTION_ENCODER: {problem}"):
        read_environment({"REELEVANCE_DATA_DIR": str(tmp_path), "REELEVANCE_CAPTION_ENCODER": name})
