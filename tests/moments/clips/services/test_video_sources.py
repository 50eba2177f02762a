"""Whether a bucket holds any video of a campaign, and the message where it cannot be asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from moments.base.errors import BadInput
from moments.clips.buckets import fetching
from moments.clips.buckets.clients import Bucket
from moments.clips.cutting.failures import CutError
from moments.clips.services.video_sources import BucketSource, FolderSource

LISTING = b"""<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
<IsTruncated>false</IsTruncated>
<Contents><Key>raw/first.mp4</Key><Size>1</Size></Contents><Contents><Key>raw/notes.txt</Key><Size>1</Size></Contents>
<CommonPrefixes><Prefix>raw/frames_of_it/</Prefix></CommonPrefixes>
<CommonPrefixes><Prefix>raw/season/</Prefix></CommonPrefixes></ListBucketResult>"""
NO_KEYS = "no credentials are set for the storage of the videos: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"


class Handler(BaseHTTPRequestHandler):
    """The same listing whatever is asked."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Silent."""

    def do_GET(self) -> None:
        """The listing."""
        self.send_response(200)
        self.send_header("Content-Length", str(len(LISTING)))
        self.end_headers()
        self.wfile.write(LISTING)


@contextmanager
def listing() -> Iterator[BucketSource]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield BucketSource(Bucket("films", f"http://127.0.0.1:{server.server_port}", "here"), "raw")
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def keys(monkeypatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")


@pytest.mark.parametrize(
    ("names", "is_there"),
    [
        (["first"], True),
        (["first.mp4"], True),
        (["none", "frames_of_it"], True),
        (["season/third"], True),
        (["notes", "raw", "frames"], False),
        ([], False),
    ],
)
def test_files_and_folders_directly_below_the_prefix_are_compared_with_the_names(keys, names, is_there) -> None:
    with listing() as source:
        assert source.holds_any(names) == is_there


def test_a_prefix_that_holds_more_than_is_looked_at_is_not_called_empty(keys, monkeypatch) -> None:
    monkeypatch.setattr(fetching, "MOST_LOOKED_AT", 3)
    with listing() as source:
        assert source.holds_any(["none"])


@pytest.mark.parametrize("given", [{}, {"AWS_ACCESS_KEY_ID": "key"}])
def test_without_credentials_it_says_so_and_names_the_variables(monkeypatch, tmp_path, given) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    elsewhere = {name: str(tmp_path / "none") for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE")}
    for name, value in {**elsewhere, "AWS_EC2_METADATA_DISABLED": "true", **given}.items():
        monkeypatch.setenv(name, value)
    with listing() as source:
        for ask in (source.require, lambda: source.holds_any(["first"])):
            with pytest.raises(BadInput) as error:
                ask()
            assert str(error.value) == f"s3://films/raw: {NO_KEYS}"


def test_a_folder_holds_a_video_as_a_file_or_as_frames_and_none_outside_it(tmp_path: Path) -> None:
    root = tmp_path / "videos"
    (root / "friends_frames" / "framed").mkdir(parents=True)
    (root / "filed.mkv").write_bytes(b"")
    (tmp_path / "outside.mp4").write_bytes(b"")
    source = FolderSource(root)
    assert [source.holds_any(names) for names in (["no", "framed"], ["filed"], ["no", "../outside"])] == [
        True, True, False,
    ]  # fmt: skip


def test_a_full_disk_is_described_in_megabytes_where_they_are_few(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(fetching, "SPARE_BYTES", 10**18)
    with pytest.raises(CutError, match=r"^the disk has no space for downloading the video \(12 MB\)$"):
        fetching._require_space(tmp_path, 12_000_000)


@pytest.mark.parametrize("name", ["\u5f71" * 200, "circle"])
def test_a_name_that_no_file_can_have_and_links_in_a_circle_are_no_video(tmp_path: Path, name: str) -> None:
    (tmp_path / "circle").symlink_to("circle")
    source = FolderSource(tmp_path)
    assert not source.holds_any([name])
    with pytest.raises(CutError, match="no video with this name"), source.video(name, tmp_path):
        pass
