"""Test videos, a clip storage of the test's own, and a campaign over them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest

from config.clip_storage import ClipStorage
from moments.marking_protocol import MarkingProtocol
from tests.factories import make_campaign


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("videos")
    source = ["-f", "lavfi", "-i", "testsrc=s=320x180:r=12", "-t", "6", "-preset", "ultrafast"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, str(folder / "good.mp4")]
    subprocess.run(command, check=True)
    (folder / "text.mp4").write_text("no video")
    (folder / "list.mp4").write_text("#EXTM3U\n#EXTINF:9,\ngood.mp4\n")
    (folder / "empty.mp4").write_bytes(b"")
    (folder / "cut-off.mp4").write_bytes((folder / "good.mp4").read_bytes()[:2000])
    (folder.parent / "outside.mp4").write_bytes((folder / "good.mp4").read_bytes())
    return folder


@pytest.fixture
def shelf(tmp_path, settings) -> Path:
    """The clip storage, a folder of this test."""
    folder = tmp_path / "clips"
    clips = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(folder)}}
    settings.STORAGES = {**settings.STORAGES, "clips": clips}
    settings.CLIP_STORAGE = ClipStorage(folder)
    return folder


@pytest.fixture
def campaign(shelf):
    return make_campaign()


@pytest.fixture
def marking(shelf):
    """A marking campaign of whole videos."""
    return make_campaign("long", marking=MarkingProtocol())
