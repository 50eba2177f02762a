"""Videos that lie in a place come into a marking campaign: measured, all together, each once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from django.conf import settings

from config.clip_storage import ClipStorage, VideoRoot
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol
from moments.material.services.adding import add_beside, add_ordered, order_adding
from moments.models import Campaign, Job, LedgerEntry, Video
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "videos"
    folder.mkdir()
    monkeypatch.setattr(settings, "VIDEO_ROOTS", (VideoRoot(ClipStorage(folder=folder)),))
    return folder


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("long", marking=MarkingProtocol())


def order(campaign: Campaign, place: Path, *files: str, domain: str = "") -> Job:
    return order_adding(
        campaign=campaign, place=str(place), files=files, domain=domain, by_admin=True, actor="admin", now=NOW
    )


def test_a_worker_measures_each_and_names_what_is_no_video(campaign: Campaign, place: Path, folder: Path) -> None:
    shutil.copy(folder / "good.mp4", place / "walk.mp4")
    (place / "list.mp4").write_text("#EXTM3U")
    job = order(campaign, place, "walk.mp4", "list.mp4", domain="  street   life ")
    with pytest.raises(BadInput, match="videos are already being added"):
        order(campaign, place, "walk.mp4")
    assert add_ordered(now=NOW) == 1
    job.refresh_from_db()
    told = "1 video added; 1 file could not be used: list.mp4: the file is a playlist, not a video"
    assert (job.state, job.outcome, job.done, job.total) == ("done", told, 2, 2)
    video = Video.objects.get()
    assert (video.name, round(video.duration_s, 1), video.domain) == ("walk", 6.0, "street life")
    assert campaign.moments.get().whole
    entry = LedgerEntry.objects.get(kind="videos_added")
    assert json.loads(entry.payload) == {"place": str(place), "added": 1, "refused": 1}
    assert (add_ordered(now=NOW), add_beside(now=NOW)) == (0, False)
    with pytest.raises(BadInput, match="'walk.mp4' is not there, or a video of the campaign has this name already"):
        order(campaign, place, "walk.mp4")


def test_without_any_video_the_order_fails_and_says_why(campaign: Campaign, place: Path) -> None:
    for number in range(5):
        (place / f"{number}.mp4").write_text("words")
    job = order(campaign, place, *(f"{number}.mp4" for number in range(5)))
    add_ordered(now=NOW)
    job.refresh_from_db()
    assert (job.state, Video.objects.exists()) == ("failed", False)
    assert job.reason.startswith("no file is a video that can be used: 0.mp4: the file is text, not a video; 1.mp4:")
    assert job.reason.endswith("and 2 more")


def test_it_refuses_what_could_not_be_added(campaign: Campaign, place: Path) -> None:
    (place / "one.mp4").write_bytes(b"x")
    graded = make_campaign()
    for given, problem in (
        ({"campaign": graded, "files": ["one.mp4"]}, "campaign 'films' grades moments"),
        ({"files": []}, "files: expected 1 to 2,000"),
        ({"files": ["../one.mp4"]}, "files: '../one.mp4' is not there"),
        ({"files": ["one.mp4"], "domain": "x" * 61}, "domain: expected at most 60 characters"),
        ({"files": ["one.mp4"], "domain": "a\u202eb"}, "domain: expected at most 60 characters"),
        ({"files": ["one.mp4"], "place": "/etc"}, "/etc: is not in a place that VIDEO_SOURCES allows"),
    ):
        whole = {"campaign": campaign, "place": str(place), "domain": "", "by_admin": True, "actor": "admin"}
        whole |= {"now": NOW, **given}
        with pytest.raises(BadInput) as error:
            order_adding(**whole)
        assert str(error.value).startswith(problem)
    assert not Job.objects.exists()
