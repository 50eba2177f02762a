"""Uploads by page: what each request answers, to leads and admins."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.clip_storage import ClipStorage, VideoRoot
from moments.material.storage import PART_BYTES
from moments.models import VideoUpload
from tests.console.scenes import sign_in_admin, sign_in_lead
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
HERE = "/c/films/corpus/videos/uploads/"
FILM = b"\0\0\0\x20ftypisom" + bytes(PART_BYTES)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "VIDEO_UPLOADS", VideoRoot(ClipStorage(folder=tmp_path / "in")))
    monkeypatch.setattr(settings, "VIDEO_ROOTS", ())
    return tmp_path / "in" / "films"


def begin(client: Client, name: str = "film.mp4", size: int = len(FILM), **more: object):
    return client.post(HERE, {"name": name, "size": size, "modified": 5, **more}, content_type="application/json")


def put(client: Client, upload: int, offset: object, data: bytes, **headers: str):
    return client.put(
        f"{HERE}{upload}/?offset={offset}", data, content_type="application/octet-stream", headers=headers
    )


def test_a_video_goes_up_in_parts_of_eight_megabytes_and_is_listed(client: Client, folder: Path) -> None:
    make_campaign()
    sign_in_admin(client)
    answer = begin(client).json()
    upload = answer["id"]
    assert answer == {"id": upload, "name": "film.mp4", "received": 0, "size": len(FILM), "done": False}
    first, last = FILM[:PART_BYTES], FILM[PART_BYTES:]
    assert put(client, upload, 0, first, **{"X-Part-SHA256": "0" * 64}).status_code == 422
    assert put(client, upload, 0, first + b"x").status_code == 413
    kept = put(client, upload, 0, first, **{"X-Part-SHA256": sha256(first).hexdigest()}).json()
    assert (kept["received"], kept["done"]) == (PART_BYTES, False)
    behind = put(client, upload, 0, first)
    assert (behind.status_code, behind.json()["received"]) == (409, PART_BYTES)
    page = client.get("/c/films/corpus/videos/").content.decode()
    assert ("choose it again to continue" in page, "(99%)" in page) == (True, True)
    assert put(client, upload, PART_BYTES, last).json()["done"]
    assert (folder / "film.mp4").read_bytes() == FILM
    listed = client.get("/c/films/corpus/videos/")
    assert [one.file for one in listed.context["match"].unnamed] == ["film.mp4"]
    client.post(f"{HERE}{upload}/drop/")
    assert ((folder / "film.mp4").exists(), put(client, upload, 0, b"x").status_code) == (False, 404)


def test_what_cannot_be_is_refused_with_the_field(client: Client) -> None:
    make_campaign()
    make_campaign("other")
    sign_in_admin(client)
    assert begin(client, name="notes.txt").json()["detail"].startswith("name: expected a video: .mp4")
    assert (begin(client, size=0).status_code, begin(client, size="much").status_code) == (400, 400)
    assert client.post(HERE, "[]", content_type="application/json").status_code == 400
    upload = begin(client, size=4).json()["id"]
    text = put(client, upload, 0, b"text")
    assert (text.status_code, text.json()) == (400, {"detail": "film.mp4: the file is text, not a video"})
    upload = begin(client).json()["id"]
    for offset in ("", "-1", "x", "1" * 16, "٣"):
        assert put(client, upload, offset, b"x").status_code == 400
    assert client.put(f"/c/other/corpus/videos/uploads/{upload}/?offset=0", b"x").status_code == 404
    assert client.post(f"{HERE}{upload}/").status_code == 405
    assert VideoUpload.objects.get().received == 0


def test_a_part_needs_the_token_of_the_page(client: Client) -> None:
    make_campaign()
    strict = Client(enforce_csrf_checks=True)
    sign_in_admin(strict)
    assert begin(strict).status_code == 403
    sign_in_admin(client)
    upload = begin(client).json()["id"]
    assert put(strict, upload, 0, b"x").status_code == 403


def test_names_from_a_browser_are_shown_as_text(client: Client) -> None:
    make_campaign()
    sign_in_admin(client)
    name = "<img src=x onerror=alert(1)>\u202e.mp4"
    assert json.loads(begin(client, name=name).content)["name"] == "_img src=x onerror=alert(1)_.mp4"
    assert "<img src=x" not in client.get("/c/films/corpus/videos/").content.decode()


@pytest.mark.parametrize("length", ["many", "-5", "1" * 30, "٣"])
def test_a_length_that_is_no_number_is_refused(client: Client, length: str) -> None:
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    upload = begin(client).json()["id"]
    answer = put(client, upload, 0, FILM[:9], **{"Content-Length": length})
    assert (answer.status_code, VideoUpload.objects.get().received) == (400, 0)
