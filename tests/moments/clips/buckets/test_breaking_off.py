"""A bucket whose bytes keep breaking off, or come too slowly: named wherever it is read, and nothing half-read used."""

from __future__ import annotations

import runpy
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlencode, urlsplit

import pytest
from botocore.config import Config
from django.core.management import CommandError, call_command
from django.utils import timezone

from archive.writing.services import archive_campaign
from config.environment import BASE_DIR
from moments.base.errors import BadInput
from moments.clips.buckets import clients
from moments.clips.buckets.clients import Bucket
from moments.clips.buckets.fetching import fetched
from moments.clips.cutting.clips import CutClip
from moments.clips.cutting.failures import CutError
from moments.clips.services.keeping import stored_file
from moments.clips.services.storage_state import StorageEntry
from moments.clips.storage import clip_file
from moments.models import Campaign, Clip, Moment, Video
from tests.factories import make_campaign

CONTENT = b"GIF89a" + bytes(range(256)) * 40
BROKE_OFF = "repeatedly broke the connection or was too slow; try again later"
DOWN = "cannot be reached or does not work; try again later"
LISTING = """<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
<IsTruncated>false</IsTruncated><Contents><Key>{key}</Key><Size>{size}</Size>
<LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"0"</ETag></Contents></ListBucketResult>"""


class Handler(BaseHTTPRequestHandler):
    """One object under every name; of its bytes `given` come before the connection ends, each body after `late_s`.

    Where it is `empty`, nothing is there yet, and what is sent is answered after `late_s`.
    """

    protocol_version = "HTTP/1.1"
    given = len(CONTENT)
    late_s = 0.0
    empty = False

    def log_message(self, format: str, *arguments: object) -> None:
        """Silent."""

    def do_HEAD(self) -> None:
        if self.empty:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._head(CONTENT)

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(self.late_s)
        self._head(b"")

    def do_GET(self) -> None:
        """The listing of a prefix, or the object."""
        parts = urlsplit(self.path)
        if "list-type" in parts.query:
            asked = parts.query.partition("prefix=")[2].partition("&")[0].replace("%2F", "/")
            listing = LISTING.format(key=asked, size=len(CONTENT)).encode()
            self._head(listing)
            self.wfile.write(listing)
            return
        self._head(CONTENT)
        time.sleep(self.late_s)
        self.wfile.write(CONTENT[: self.given])
        self.close_connection = self.given < len(CONTENT)

    def _head(self, body: bytes) -> None:
        self.send_response(200)
        for name, value in {"Content-Length": str(len(body)), "ETag": '"0"'}.items():
            self.send_header(name, value)
        self.end_headers()


@contextmanager
def serving(**fields: float) -> Iterator[str]:
    """The server's address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (Handler,), fields))
    server.daemon_threads = True
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


HALF = {"given": len(CONTENT) // 2}
SLOW = {"late_s": 1.0}


@pytest.fixture
def impatient(monkeypatch) -> Callable[[str], Config]:
    """Clients that wait a fifth of a second and try twice, so that the tests are short."""
    made = clients.client_config
    short = Config(retries={"total_max_attempts": 2}, read_timeout=0.2)

    def config(endpoint: str) -> Config:
        return made(endpoint).merge(short)

    monkeypatch.setattr(clients, "client_config", config)
    return config


@pytest.fixture
def use_bucket(monkeypatch, settings, impatient) -> Callable[[str], None]:
    """Settings of a bucket at that address."""

    def use(endpoint: str) -> None:
        monkeypatch.setenv("CLIP_STORAGE", f"s3://clips?{urlencode({'endpoint': endpoint, 'region': 'here'})}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        made = runpy.run_path(str(BASE_DIR / "config" / "settings.py"))
        made["STORAGES"]["clips"]["OPTIONS"]["client_config"] = impatient(endpoint)
        settings.STORAGES = {**settings.STORAGES, "clips": made["STORAGES"]["clips"]}
        settings.CLIP_STORAGE = made["CLIP_STORAGE"]

    return use


@pytest.fixture
def campaign(db) -> Campaign:
    """A campaign with one clip that is ready, of as many bytes as the bucket says."""
    campaign = make_campaign()
    video = Video.objects.create(campaign=campaign, name="film", duration_s=4)
    fields = {"description": "x", "caption": "x", "kind": "v", "start_s": 0, "end_s": 1}
    moment = Moment.objects.create(campaign=campaign, video=video, desc_id=1, **fields)
    Clip.objects.create(
        moment=moment,
        rendition="gif",
        state="ready",
        size=len(CONTENT),
        sha256="0" * 64,
        frames=3,
        seconds=1,
        width=8,
        height=8,
        cut_at=timezone.now(),
    )
    return campaign


@pytest.mark.parametrize("fault", [HALF, SLOW], ids=["half", "slow"])
def test_a_clip_that_cannot_be_read_whole_is_named_and_none_of_it_is_given(use_bucket, fault):
    with serving(**fault) as address:
        use_bucket(address)
        with pytest.raises(BadInput, match=f"^the clip storage {BROKE_OFF}$"):
            clip_file("A" * 24 + ".gif")


def test_a_clip_that_comes_whole_is_given(use_bucket):
    with serving() as address:
        use_bucket(address)
        with clip_file("A" * 24 + ".gif") as file:
            assert file.read() == CONTENT


def test_an_archive_says_so_and_leaves_no_half_of_itself(use_bucket, campaign, tmp_path):
    with serving(**HALF) as address:
        use_bucket(address)
        with pytest.raises(BadInput, match=BROKE_OFF):
            archive_campaign(campaign=campaign, out=tmp_path / "films.reelevance")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", [HALF, SLOW], ids=["half", "slow"])
def test_a_video_that_cannot_be_fetched_whole_is_named_and_nothing_of_it_stays(impatient, monkeypatch, tmp_path, fault):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with serving(**fault) as address:
        where = Bucket("videos", address, "here")
        with pytest.raises(CutError, match=f"^the storage of the videos {BROKE_OFF}$") as raised:  # noqa: SIM117
            with fetched(where, "raw", "film", (".mp4",), tmp_path):
                raise AssertionError("half a video was given")
    assert raised.value.kind == "storage_broke_off"
    assert list(tmp_path.iterdir()) == []


def test_a_clip_that_is_taken_too_slowly_has_failed_and_its_file_is_gone(use_bucket, tmp_path):
    path = tmp_path / "clip.gif"
    path.write_bytes(CONTENT)
    cut = CutClip(3, 8, 8, 1.0, len(CONTENT), "0" * 64)
    with serving(empty=True, **SLOW) as address:
        use_bucket(address)
        failure = stored_file("gif", path, cut)
    assert isinstance(failure, CutError)
    assert (failure.kind, failure.reason) == ("storage_down", f"the clip storage {DOWN}")
    assert not path.exists()


def test_clips_verify_ends_in_one_line(use_bucket, campaign, monkeypatch):
    clip = Clip.objects.get(moment__campaign=campaign)
    there = StorageEntry(clip.name, clip.size, timezone.now())
    monkeypatch.setattr("moments.management.commands.clips.check_clip_storage", list)
    monkeypatch.setattr("moments.clips.services.verifying.stored_files", lambda: [there])
    with serving(**HALF) as address:
        use_bucket(address)
        with pytest.raises(CommandError, match=f"^the clip storage {BROKE_OFF}$"):
            call_command("clips", "verify", campaign.slug, "--deep")
