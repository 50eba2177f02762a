"""The files of videos by page: what lies in a place, what is missing, and what comes in from there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.clip_storage import ClipStorage, VideoRoot
from moments.marking_protocol import MarkingProtocol
from moments.material.services.adding import add_ordered
from moments.models import Campaign, Job, Video
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, make_campaign, make_query
from tests.marking import make_whole_video

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "videos"
    folder.mkdir()
    monkeypatch.setattr(settings, "VIDEO_ROOTS", (VideoRoot(ClipStorage(folder=folder)),))
    return folder


def page_of(client: Client, campaign: Campaign, **asked: str):
    return client.get(f"/c/{campaign.slug}/corpus/videos/", asked)


def test_it_tells_videos_without_a_file_and_files_without_a_video(client: Client, place: Path) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    (name,) = set(Video.objects.values_list("name", flat=True))
    Video.objects.create(campaign=campaign, name="Street 07", duration_s=9)
    for file in (f"{name}.mp4", "street_07.mp4", "notes.txt", ".hidden.mp4"):
        (place / file).write_bytes(b"x")
    (place / "bad\udcff<b>.mp4").write_bytes(b"x")
    (place / "out.mp4").symlink_to("/etc/hostname")
    (place / "circle.mp4").symlink_to("circle.mp4")
    sign_in_admin(client)
    page = page_of(client, campaign)
    text, match = page.content.decode(), page.context["match"]
    assert ([found for found, _ in match.found], match.others) == ([name], 1)
    assert [(one.name, one.near) for one in match.lacking] == [("Street 07", "street_07.mp4")]
    assert [one.file for one in match.unnamed] == ["bad?<b>.mp4", "street_07.mp4"]
    assert ("bad?&lt;b&gt;.mp4" in text, "Add to the campaign" in text) == (True, False)


@pytest.mark.parametrize("asked", ["/etc", "s3://elsewhere/x", "{root}/../..", "{root}/none", "{root}/circle"])
def test_it_looks_only_under_the_places_that_the_settings_allow(client: Client, place: Path, asked: str) -> None:
    campaign = make_campaign()
    (place / "circle").symlink_to("circle")
    sign_in_admin(client)
    page = page_of(client, campaign, place=asked.format(root=place))
    assert (page.status_code, "match" in page.context) == (400, False)
    assert ("is not in a place that VIDEO_SOURCES allows" in page.content.decode()) != asked.endswith("none")


def test_files_come_in_as_whole_videos_where_segments_are_marked(client: Client, place: Path) -> None:
    campaign = make_campaign("long", marking=MarkingProtocol())
    make_whole_video(campaign, "old")
    drawn = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=5", "-t", "1", "-preset", "ultrafast", str(place / "walk.mp4")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *drawn], check=True)
    (place / "old.mp4").write_bytes(b"x")
    sign_in_admin(client)
    assert "Add to the campaign" in page_of(client, campaign).content.decode()
    body = {"place": str(place), "file": ["walk.mp4"], "domain": "street"}
    ordered = client.post("/c/long/corpus/videos/add/", body, follow=True).content.decode()
    assert "Adding 1 file has been ordered" in ordered
    twice = client.post("/c/long/corpus/videos/add/", {**body, "which": "all"}, follow=True).content.decode()
    assert "No videos were added: videos are already being added" in twice
    waiting = page_of(client, campaign).content.decode()
    assert ("Waiting for a worker" in waiting, 'hx-trigger="every 3s"' in waiting) == (True, True)
    add_ordered(now=NOW)
    done = page_of(client, campaign)
    assert ("Adding videos: 1 video added" in done.content.decode(), done.context["match"].unnamed) == (True, [])
    assert dict(Video.objects.values_list("name", "domain")) == {"old": "", "walk": "street"}
    refused = client.post("/c/long/corpus/videos/add/", body, follow=True).content.decode()
    assert "No videos were added: files: &#x27;walk.mp4&#x27; is not there" in refused
    assert Job.objects.count() == 1


def test_an_import_shows_which_of_its_videos_have_a_file(client: Client, place: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    make_campaign()
    (place / "film.mp4").write_bytes(b"x")
    sign_in_admin(client)
    rows = b"vid_name,duration,start_s,end_s,desc,type,desc_id\nfilm,60,1,2,A dog.,v,1\nFILM,60,3,4,A cat.,v,2\n"
    body = {"kind": "moments", "file": SimpleUploadedFile("m.csv", rows)}
    page = client.post("/c/films/corpus/imports/stage/", body, follow=True)
    text = " ".join(page.content.decode().split())
    assert "1 of 2 videos have a file there; 1 has none:" in text
    assert [(one.name, one.moments) for one in page.context["videos"].comparison.match.lacking] == [("FILM", 1)]
    elsewhere = client.get(page.request["PATH_INFO"], {"place": "/etc"}).content.decode()
    assert "is not in a place that VIDEO_SOURCES allows" in elsewhere
    assert "Import everything" in elsewhere
    monkeypatch.setattr(settings, "VIDEO_ROOTS", ())
    assert client.get(page.request["PATH_INFO"]).context["videos"] is None
    assert "name their folder in the setting" in client.get("/c/films/corpus/videos/").content.decode()
