"""Servers that a test session starts for itself, and the settings that make the platform use one."""

from __future__ import annotations

import runpy
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import imageio_ffmpeg
import pytest
from botocore.config import Config

from config.environment import BASE_DIR
from moments.models import Campaign, Moment, Video
from tests.factories import make_campaign
from tests.servers.s3 import S3Server, s3_server


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """An S3-compatible server with an empty bucket, for the session."""
    with s3_server() as server:
        yield server


@pytest.fixture
def use_bucket(monkeypatch, settings) -> Callable[[S3Server], None]:
    """Makes the settings that the environment of a server would make, the credentials among it."""

    def use(server: S3Server) -> None:
        query = urlencode({"endpoint": server.endpoint, "region": server.region})
        monkeypatch.setenv("CLIP_STORAGE", f"s3://{server.bucket}?{query}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", server.access_key)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", server.secret_key)
        made = runpy.run_path(str(BASE_DIR / "config" / "settings.py"))
        options = made["STORAGES"]["clips"]["OPTIONS"]
        # Tried again once, so that tests of what fails for good are short.
        options["client_config"] = options["client_config"].merge(Config(retries={"total_max_attempts": 2}))
        settings.STORAGES = {**settings.STORAGES, "clips": made["STORAGES"]["clips"]}
        settings.CLIP_STORAGE = made["CLIP_STORAGE"]

    return use


@pytest.fixture
def bucket(s3, use_bucket) -> S3Server:
    use_bucket(s3)
    return s3


@pytest.fixture
def wrong_secret(s3, use_bucket) -> S3Server:
    server = replace(s3, secret_key="0" * 32)
    use_bucket(server)
    return server


@pytest.fixture
def films(tmp_path) -> Path:
    """A folder with one video of four seconds."""
    folder = tmp_path / "films"
    folder.mkdir()
    picture = "testsrc=size=128x72:rate=10:duration=4"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i", picture, str(folder / "film.mp4")]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture
def campaign(db) -> Campaign:
    """A campaign with two moments of that video, neither with a clip."""
    campaign = make_campaign()
    campaign.clip_height = 72
    campaign.save()
    video = Video.objects.create(campaign=campaign, name="film", duration_s=4)
    for number, start_s in enumerate((0.0, 2.0), start=1):
        Moment.objects.create(
            campaign=campaign,
            video=video,
            desc_id=number,
            start_s=start_s,
            end_s=start_s + 1.5,
            description="Somebody walks.",
            caption="somebody walks.",
            kind="v",
        )
    return campaign
