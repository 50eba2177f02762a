"""The admin's page on clips."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.clip_storage import ClipStorage, VideoRoot
from moments.clips.services.orders import order_clips, take_video
from moments.clips.services.plans import CuttingPlan
from moments.models import Campaign, Clip, CutOrder, Job, Moment, SampleClip, VideoCut
from tests.factories import NOW, make_admin, make_campaign, make_lead, make_query
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(tmp_path, settings):
    """Three needed moments without a clip, and a place where videos may lie."""
    settings.VIDEO_ROOTS = (VideoRoot(ClipStorage(tmp_path)),)
    settings.CLIP_STORAGE = ClipStorage(tmp_path / "clips")
    (tmp_path / "films").mkdir()
    campaign = make_campaign()
    make_query(campaign, pairs=3)
    (tmp_path / "films" / f"{campaign.videos.get().name}.mp4").touch()
    Clip.objects.all().delete()
    return campaign


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(make_admin())
    return client


def page(client: Client, name: str = "corpus-clips") -> str:
    answer = client.get(reverse(name, args=["films"]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def order(client: Client, source: object, kind: str = "needed") -> str:
    body = {"source": str(source), "kind": kind}
    answer = client.post(reverse("corpus-clips-order", args=["films"]), body, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_it_says_what_is_missing_and_what_that_takes(campaign, admin, tmp_path) -> None:
    shown = page(admin)
    assert "3 clips and 3 posters, less than 0.01 GB and less than a minute" in shown
    assert "No clips have been cut yet." in shown
    assert f'value="{tmp_path}"' in shown


def test_a_place_without_any_of_the_videos_is_refused_before_anything_starts(campaign, admin, tmp_path) -> None:
    (tmp_path / "others").mkdir()
    shown = order(admin, tmp_path / "others")
    assert "others: contains no video of campaign &#x27;films&#x27;.</p>" in shown
    assert not CutOrder.objects.exists()


def test_an_order_is_made_for_the_workers_and_the_page_waits_for_it(campaign, admin, tmp_path, monkeypatch) -> None:
    text = order(admin, tmp_path / "films")
    assert "Cutting clips from 1 video: up to 6 MB and less than a minute expected." in text
    assert CutOrder.objects.get().source == str(tmp_path / "films")
    assert VideoCut.objects.get().state == "waiting"
    assert 'hx-trigger="every 3s"' in page(admin, "corpus-clips-going")
    assert "0 of 3 clips ready, 0:00 of 0:15 of video; the time left will be known after 3 clips." in page(admin)
    first, *_ = Moment.objects.order_by("pk")
    Moment.objects.filter(pk=first.pk).update(end_s=F("start_s") + 60)
    for moment in Moment.objects.exclude(pk=first.pk):
        Clip.objects.create(moment=moment, state="ready", frames=1, size=1, cut_at=timezone.now())
    assert "2 of 3 clips ready, 0:10 of 1:10 of video" in page(admin)
    monkeypatch.setattr("console.clips.selectors.going.ENOUGH", 2)
    CutOrder.objects.update(ordered_at=timezone.now() - timedelta(minutes=20))
    assert "2 of 3 clips ready, 0:10 of 1:10 of video; about 2 h 0 min left." in page(admin)


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(0.2, "less than a minute"), (0.7, "1 minute"), (1.4, "1 minute"), (1.6, "2 minutes"), (1200.0, "1,200 minutes")],
)
def test_minutes_are_written_as_a_person_would(minutes, text) -> None:
    assert CuttingPlan(1, 0, 0.006, minutes).needs_in_words == f"up to 6 MB and {text} expected"


def test_one_disk_has_one_figure_on_both_pages(campaign, admin, tmp_path, monkeypatch) -> None:
    usage = SimpleNamespace(total=2_000_000_000_000, used=0, free=52_340_000_000)
    (tmp_path / "clips").mkdir()
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage)
    assert "52.3 GB free on disk" in page(admin)
    operation = " ".join(admin.get(reverse("operation")).content.decode().split())
    assert operation.count("52.3 GB free of 2000.0 GB") == 2


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("/etc", "/etc: is not in a place that VIDEO_SOURCES allows"),
        ("{root}/../etc", "is not in a place that VIDEO_SOURCES allows"),
        ("{root}x", "is not in a place that VIDEO_SOURCES allows"),
        ("s3://bucket/prefix", "is not in a place that VIDEO_SOURCES allows"),
        ("http://169.254.169.254/", "is not in a place that VIDEO_SOURCES allows"),
        ("{root}/none", "is not a folder"),
        ("", "is not in a place that VIDEO_SOURCES allows"),
        ("{root}/" + "x" * 600, "the source of the videos: expected 1 to 500 characters"),
    ],
)
def test_places_that_are_not_allowed_or_not_there_start_nothing(campaign, admin, tmp_path, source, reason) -> None:
    shown = order(admin, source.format(root=tmp_path))
    assert "Cutting was not started: " in shown
    assert reason in shown
    assert not CutOrder.objects.exists()


def test_a_link_out_of_the_allowed_folder_is_refused(campaign, admin, tmp_path) -> None:
    (tmp_path / "out").symlink_to("/etc")
    assert "is not in a place that VIDEO_SOURCES allows" in order(admin, tmp_path / "out")


def test_an_unknown_kind_is_refused_by_name(campaign, admin, tmp_path) -> None:
    shown = order(admin, tmp_path / "films", kind="some")
    assert "Cutting was not started: what to cut: expected one of needed, everything, failed." in shown


def test_without_the_space_nothing_starts(campaign, admin, tmp_path) -> None:
    Moment.objects.update(end_s=10_000_000_000)
    shown = order(admin, tmp_path / "films")
    assert "3 GIFs would exceed 50 MB and will not be cut; with these settings, a GIF of up to 139 s" in shown
    VideoCut.objects.all().delete()
    CutOrder.objects.all().delete()
    Campaign.objects.update(renditions="mp4")
    assert " GB and " in order(admin, tmp_path / "films")
    assert not CutOrder.objects.exists()


def test_failures_stand_by_their_reason_with_a_retry(campaign, admin, tmp_path) -> None:
    order(admin, tmp_path / "films")
    CutOrder.objects.update(finished_at=NOW)
    VideoCut.objects.update(state="done")
    moments = list(Moment.objects.order_by("pk"))
    for moment, reason in zip(moments, ("the video is damaged", "the video is damaged", "<b>odd</b>"), strict=True):
        Clip.objects.create(moment=moment, state="failed", reason=reason)
    shown = page(admin)
    assert "3 failed" in shown
    assert '<span class="number">2</span> The video is damaged' in shown
    assert "&lt;b&gt;odd&lt;/b&gt;" in shown
    assert f"of moment {moments[0].desc_id}" in shown
    assert "Retry failed clips" in shown
    order(admin, tmp_path / "films", kind="failed")
    assert VideoCut.objects.filter(order__finished_at=None).count() == 1


def test_an_order_is_stopped_once(campaign, admin, tmp_path) -> None:
    order(admin, tmp_path / "films")
    stop = reverse("corpus-clips-stop", args=["films"])
    assert "Cutting has been stopped. Finished clips are kept" in admin.post(stop, follow=True).content.decode()
    assert "No clips are being cut." in admin.post(stop, follow=True).content.decode()
    assert take_video(now=timezone.now()) is None
    going = admin.get(reverse("corpus-clips-going", args=["films"]))
    assert ("hx-trigger" in going.content.decode(), going["HX-Refresh"]) == (False, "true")


def test_without_allowed_places_it_tells_the_command(campaign, admin, settings) -> None:
    settings.VIDEO_ROOTS = ()
    assert "manage.py cut_clips films --videos FOLDER" in page(admin)


def test_leads_are_led_to_their_own_videos(campaign) -> None:
    client = Client()
    client.force_login(make_lead(campaign).user)
    page = client.get(reverse("corpus-clips", args=["films"])).content.decode()
    assert ("ask an admin to let this campaign use their folder" in page, "Cut a test of five moments" in page) == (
        True,
        True,
    )


def test_it_costs_the_same_number_of_queries_whatever_there_is(campaign, admin) -> None:
    def failing(count: int) -> int:
        for moment in Moment.objects.filter(clips=None)[:count]:
            Clip.objects.create(moment=moment, state="failed", reason=f"reason {moment.pk}")
        with CaptureQueriesContext(connection) as seen:
            page(admin)
        return len(seen)

    order_clips(campaign=campaign, source="/films", now=NOW)
    page(admin)
    assert failing(1) == failing(2)


def test_where_a_campaign_marks_the_page_speaks_of_whole_videos(client):
    marking_campaign(opened=False)
    client.force_login(make_admin())
    page = client.get("/c/long/corpus/clips/").content.decode()
    assert ("Whole videos" in page, "used in a pair" in page) == (True, False)


def test_a_test_cut_is_ordered_shown_and_put_in_force(campaign, admin, tmp_path) -> None:
    look, test = (reverse(name, args=["films"]) for name in ("corpus-clips-look", "corpus-clips-test"))
    body = {"fps": "12.5", "height": "240", "rendition": ["mp4", "gif"], "source": str(tmp_path / "films")}
    body["seen"] = "3.0 480 gif"
    assert "cuts five moments, from the shortest to the longest" in page(admin)
    refused = admin.post(test, {**body, "fps": "many", "height": "99"})
    assert refused.status_code == 400
    assert "The test was not cut. Frames a second: expected a number such as 3 or 12.5." in refused.content.decode()
    assert 'name="height" maxlength="5" required value="99"' in refused.content.decode()
    silent = admin.post(look, {**body, "rendition": "gif", "sound": "on"}).content.decode()
    assert "Nothing was changed. Sound: only MP4 carries sound; choose MP4 too, or no sound." in silent
    assert 'name="sound" checked' in silent
    body["sound"] = "on"
    assert admin.post(test, body).status_code == 302
    job = Job.objects.get(kind="test_cut")
    assert "Waiting for a worker." in page(admin)
    moment = Moment.objects.order_by("pk").first()
    made = SampleClip.objects.create(
        job=job, moment=moment, rendition="mp4", width=426, height=240, frames=62, seconds=5, size=2_000_000, took_s=2,
        has_sound=True,
    )  # fmt: skip
    SampleClip.objects.create(job=job, moment=moment, rendition="gif", reason="a GIF would be too large")
    Job.objects.update(state="done", finished_at=NOW, outcome="1 moment cut as gif, mp4")
    shown = page(admin)
    assert "62 frames, sound, cut in 2.0 s" in shown
    assert "up to 240 pixels, with sound" in shown
    assert "A GIF would be too large" in shown
    assert "about 5.7 MB, less than a minute of one core" in shown  # of three moments of five seconds
    storages["clips"].save(made.name, ContentFile(b"bytes"))
    lead = Client()
    lead.force_login(make_lead(campaign).user)
    outsider = Client()
    outsider.force_login(make_lead(make_campaign("other")).user)
    address = f"/clips/{made.name}"
    assert [client.get(address).status_code for client in (admin, lead, outsider)] == [200, 200, 404]
    assert "New clips get these settings." in admin.post(look, body, follow=True).content.decode()
    assert "Nothing was changed. Somebody else changed" in admin.post(look, {**body, "fps": "4"}).content.decode()
    fields = ("clip_fps", "clip_height", "renditions", "clip_sound")
    assert Campaign.objects.values_list(*fields).get(slug="films") == (12.5, 240, "gif,mp4", True)
    assert "MP4s keep the sound of their videos" in page(admin)
    assert '<span class="tag">in force</span>' in page(admin)
