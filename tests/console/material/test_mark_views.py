"""The page on which a moment is marked: what it shows, what it serves, and what it refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.conf import settings
from django.test import Client

from config.clip_storage import ClipStorage, VideoRoot
from moments.models import Moment, Video
from tests.console.scenes import sign_in_admin
from tests.factories import make_campaign, opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Video:
    """A film of two seconds at five frames a second, in the one place that pages may name."""
    monkeypatch.setattr(settings, "VIDEO_ROOTS", (VideoRoot(ClipStorage(folder=tmp_path)),))
    drawn = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=5", "-t", "2", "-preset", "ultrafast", str(tmp_path / "film.mp4")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *drawn], check=True)
    return Video.objects.create(campaign=make_campaign(), name="film", duration_s=2.0)


def test_a_moment_is_added_and_mended_on_the_videos_own_file(client: Client, video: Video, tmp_path: Path) -> None:
    sign_in_admin(client)
    here = f"/c/films/corpus/videos/{video.pk}/mark/"
    page = client.get(here)
    body = page.context["shown"].body
    frames = client.get(body["frames"]).json()
    assert (frames["duration_ms"], sum(count for _, count in frames["table"]["runs"])) == (2000, 10)
    part = client.get(body["proxy"]["url"], headers={"Range": "bytes=4-7"})
    assert (part.status_code, b"".join(part), part["Content-Type"]) == (206, b"ftyp", "video/mp4")
    (tmp_path / "a & b").mkdir()
    (tmp_path / "a & b" / "film.mp4").write_bytes((tmp_path / "film.mp4").read_bytes())
    beside = client.get(here, {"place": str(tmp_path / "a & b")}).context["shown"].body
    assert [client.get(url).status_code for url in (beside["frames"], beside["proxy"]["url"])] == [200, 200]
    added = client.post(here, {"start_ms": "200", "end_ms": "1000", "description": "A <b>square</b>."}, follow=True)
    assert "Moment 1 was added." in added.content.decode()
    assert "A &lt;b&gt;square" in added.content.decode()
    assert client.post(here, {"start_ms": "", "end_ms": "1000", "description": "x"}).status_code == 400
    mend = {"start_ms": "400", "end_ms": "1200", "seen_start": "0.2", "seen_end": "1.0", "reason": "late"}
    done = client.post(f"{here}?moment=1", mend, follow=True).content.decode()
    assert "Moment 1 has other times. Cut its clip again" in done
    moment = Moment.objects.get()
    assert (moment.start_s, moment.end_s) == (0.4, 1.2)
    again = client.post(f"{here}?moment=1", mend)
    assert (again.status_code, "has been changed in the meantime" in again.content.decode()) == (400, True)
    assert client.post(f"{here}?moment=1", {**mend, "seen_start": "x"}).status_code == 400
    assert [client.get(f"{here}?moment={number}").status_code for number in ("2", "x", "1")] == [404, 404, 200]
    for file, words in (("film.mp4", "text, not a video"), ("film.avi", "browsers play MP4 and WebM")):
        (tmp_path / "film.mp4").unlink(missing_ok=True)
        (tmp_path / file).write_bytes(b"RIFF\0\0\0\0AVI " if file.endswith("avi") else b"words")
        assert words in client.get(here).content.decode()
    assert client.get(body["proxy"]["url"]).status_code == 404


def test_it_serves_files_of_allowed_places_only(client: Client, video: Video, tmp_path: Path) -> None:
    (tmp_path.parent / "outside.mp4").write_bytes((tmp_path / "film.mp4").read_bytes())
    Video.objects.create(campaign=video.campaign, name="../outside", duration_s=2)
    sign_in_admin(client)
    for name, place in (("film", "/etc"), ("film", str(tmp_path.parent)), ("../outside", str(tmp_path))):
        here = f"/c/films/corpus/videos/{Video.objects.get(name=name).pk}/mark/"
        assert client.get(f"{here}source/", {"place": place}).status_code == 404
        assert client.get(f"{here}frames/", {"place": place}).status_code == 404
        assert "The video cannot be shown" in client.get(here, {"place": place}).content.decode()


def test_what_people_judge_cannot_be_changed(client: Client, video: Video) -> None:
    campaign, _ = opened_campaign("camp", pairs=1)
    moment = campaign.moments.select_related("video").last()
    sign_in_admin(client)
    here = f"/c/camp/corpus/videos/{moment.video_id}/mark/?moment={moment.desc_id}"
    assert client.get(here).context["shown"].is_fixed
    seen = {"seen_start": str(moment.start_s), "seen_end": str(moment.end_s), "reason": "x"}
    answer = client.post(here, {"start_ms": "0", "end_ms": "500", **seen})
    assert (answer.status_code, "already judging this moment" in answer.content.decode().lower()) == (400, True)
