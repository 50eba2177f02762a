"""The page on which a moment is marked: what it shows, what it serves, and what it refuses."""

from __future__ import annotations

import json
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import imageio_ffmpeg
import pytest
from django.conf import settings as in_force
from django.test import Client
from django.utils import timezone

from config.clip_storage import ClipStorage, VideoRoot
from moments.clips.services.source_proxies import prepare_ordered
from moments.clips.services.verifying import compare_clips
from moments.material.services.uploads import clear_uploads
from moments.models import Job, Moment, Video
from tests.console.scenes import sign_in_admin, sign_in_lead
from tests.factories import make_campaign, opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf(tmp_path_factory: pytest.TempPathFactory, settings: Any) -> Path:
    """The clip storage, a folder of this test."""
    folder = tmp_path_factory.mktemp("shelf")
    clips = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(folder)}}
    settings.STORAGES = {**settings.STORAGES, "clips": clips}
    settings.CLIP_STORAGE = ClipStorage(folder)
    return folder


@pytest.fixture
def video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shelf: Path) -> Video:
    """A film of two seconds at five frames a second, in the one place that pages may name."""
    monkeypatch.setattr(in_force, "VIDEO_ROOTS", (VideoRoot(ClipStorage(folder=tmp_path)),))
    drawn = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=5", "-t", "2", "-preset", "ultrafast", str(tmp_path / "film.mp4")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *drawn], check=True)
    return Video.objects.create(campaign=make_campaign(), name="film", duration_s=2.0)


def prepare(client: Client, here: str) -> dict[str, object]:
    """What the page gives its player once a worker has prepared the video that opening the page ordered."""
    assert "The video is being prepared" in client.get(here).content.decode()
    assert prepare_ordered(now=timezone.now()) == 1
    return client.get(here).context["shown"].body


def test_a_moment_is_added_and_mended_on_the_video(client: Client, video: Video, tmp_path: Path) -> None:
    sign_in_admin(client)
    here = f"/c/films/corpus/videos/{video.pk}/mark/"
    body = prepare(client, here)
    frames = json.loads(b"".join(client.get(body["frames"])))
    assert (frames["duration_ms"], sum(count for _, count in frames["table"]["runs"])) == (2000, 10)
    part = client.get(body["proxy"]["url"], headers={"Range": "bytes=4-7"})
    assert (part.status_code, b"".join(part), part["Content-Type"]) == (206, b"ftyp", "video/mp4")
    assert [client.get(sheet)["Content-Type"] for sheet in body["sheets"]] == ["image/webp"]
    added = client.post(here, {"start_ms": "200", "end_ms": "1000", "description": "A <b>square</b>."}, follow=True)
    assert "Moment 1 was added." in added.content.decode()
    assert "A &lt;b&gt;square" in added.content.decode()
    assert client.post(here, {"start_ms": "", "end_ms": "1000", "description": "x"}).status_code == 400
    mend = {"start_ms": "400", "end_ms": "1200", "seen_start": "0.2", "seen_end": "1.0", "reason": "late"}
    done = client.post(f"{here}?moment=1", mend, follow=True).content.decode()
    assert "Moment 1 has new times. Cut its clip again" in done
    moment = Moment.objects.get()
    assert (moment.start_s, moment.end_s) == (0.4, 1.2)
    again = client.post(f"{here}?moment=1", mend)
    assert (again.status_code, "has been changed in the meantime" in again.content.decode()) == (400, True)
    assert client.post(f"{here}?moment=1", {**mend, "seen_start": "x"}).status_code == 400
    assert [client.get(f"{here}?moment={number}").status_code for number in ("2", "x", "1")] == [404, 404, 200]
    assert client.get(here, headers={"HX-Request": "true"})["HX-Refresh"] == "true"

    sign_in_lead(client, make_campaign("other"))
    assert client.get(body["proxy"]["url"]).status_code == client.get(body["frames"]).status_code == 404
    sign_in_lead(client, video.campaign)
    assert client.get(body["proxy"]["url"]).status_code == client.get(body["frames"]).status_code == 200


def test_a_video_of_another_place_or_kind_is_prepared_and_replaced(
    client: Client, video: Video, tmp_path: Path, shelf: Path
) -> None:
    sign_in_admin(client)
    here = f"/c/films/corpus/videos/{video.pk}/mark/"
    first = prepare(client, here)
    before = set(shelf.iterdir())
    (tmp_path / "a & b").mkdir()
    source = ["-i", str(tmp_path / "film.mp4"), "-c", "copy", str(tmp_path / "a & b" / "film.mkv")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source], check=True)
    beside = prepare(client, f"{here}?{urlencode({'place': str(tmp_path / 'a & b')})}")
    assert beside != first
    after = set(shelf.iterdir())
    assert (len(after), after & before) == (3, set())  # what was shown before is gone
    assert compare_clips(campaign=video.campaign, now=timezone.now() + timedelta(days=1)).orphans == []
    assert clear_uploads(now=timezone.now() + timedelta(days=29)) == 0
    assert (clear_uploads(now=timezone.now() + timedelta(days=31)), [*shelf.iterdir()]) == (1, [])

    (tmp_path / "film.mp4").write_text("words")
    there = f"{here}?{urlencode({'place': str(tmp_path)})}"
    client.get(there)
    assert prepare_ordered(now=timezone.now()) == 1
    failed = client.get(there).content.decode()
    assert "The video was not prepared: the file is text, not a video." in " ".join(failed.split())
    assert prepare_ordered(now=timezone.now()) == 0  # nobody orders it again but by the button
    assert client.post(there, {"prepare": "again"}).status_code == 302
    assert Job.objects.get(kind="mark_proxy").state == "waiting"


def test_it_prepares_videos_of_allowed_places_only(client: Client, video: Video, tmp_path: Path) -> None:
    (tmp_path.parent / "outside.mp4").write_bytes((tmp_path / "film.mp4").read_bytes())
    outside = Video.objects.create(campaign=video.campaign, name="../outside", duration_s=2)
    sign_in_admin(client)
    for place in ("/etc", str(tmp_path.parent)):
        page = client.get(f"/c/films/corpus/videos/{video.pk}/mark/", {"place": place}).content.decode()
        assert "The video cannot be shown" in page
    assert not Job.objects.exists()
    client.get(f"/c/films/corpus/videos/{outside.pk}/mark/")
    prepare_ordered(now=timezone.now())
    assert "the folder has no video with this name" in Job.objects.get().reason


def test_what_people_judge_cannot_be_changed(client: Client, video: Video) -> None:
    campaign, _ = opened_campaign("camp", pairs=1)
    moment = campaign.moments.select_related("video").last()
    sign_in_admin(client)
    here = f"/c/camp/corpus/videos/{moment.video_id}/mark/?moment={moment.desc_id}"
    assert client.get(here).context["shown"].is_fixed
    seen = {"seen_start": str(moment.start_s), "seen_end": str(moment.end_s), "reason": "x"}
    answer = client.post(here, {"start_ms": "0", "end_ms": "500", **seen})
    assert (answer.status_code, "already judging this moment" in answer.content.decode().lower()) == (400, True)
