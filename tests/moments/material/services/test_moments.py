"""A moment that is marked on its video, and other times for one that nobody judges yet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moments.base.errors import BadInput
from moments.clips.services.orders import order_clips
from moments.marking_protocol import MarkingProtocol
from moments.material.services.moments import add_moment, mend_moment
from moments.models import Campaign, CampaignStatus, Clip, ClipState, LedgerEntry, Moment, Poster, Twin, Video
from moments.twin_protocol import TwinProtocol
from tests.factories import NOW, make_campaign, make_query, make_twins, opened_campaign
from tests.marking import make_whole_video
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def video() -> Video:
    return Video.objects.create(campaign=make_campaign(), name="film", duration_s=60.0)


def add(video: Video, start_ms: int = 1500, end_ms: int = 4000, description: str = "A dog runs.") -> Moment:
    return add_moment(video=video, start_ms=start_ms, end_ms=end_ms, description=description, actor="admin", now=NOW)


def mend(moment: Moment, start_ms: int = 2000, end_ms: int = 5000, **given: Any) -> None:
    asked = {"seen": (moment.start_s, moment.end_s), "reason": "it began late", "actor": "admin", "now": NOW, **given}
    mend_moment(moment=moment, start_ms=start_ms, end_ms=end_ms, **asked)


def test_a_moment_gets_the_next_number_and_its_description_is_its_caption(video: Video) -> None:
    add(video, description="A cat.")
    moment = add(video, 0, 60_300, "  A dog \n runs. ")
    assert (moment.desc_id, moment.start_s, moment.end_s, moment.kind) == (2, 0, 60.0, "v")
    assert (moment.description, moment.caption) == ("A dog runs.", "A dog runs.")
    entry = LedgerEntry.objects.filter(kind="moment_added").latest("number")
    assert json.loads(entry.payload) == {"desc_id": 2, "video": "film", "start_s": 0.0, "end_s": 60.0}


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"start_ms": 4000, "end_ms": 4000}, "times: expected at least 0.1 seconds"),
        ({"start_ms": 4000, "end_ms": 1000}, "times: expected at least 0.1 seconds"),
        ({"end_ms": 61_000}, "times: expected a stretch within the 60 seconds of the video"),
        ({"start_ms": 60_000, "end_ms": 60_400}, "times: expected at least 0.1 seconds"),
        ({"description": " "}, "description: expected 1 to 10,000 characters"),
        ({"description": "a\0b"}, "description: expected 1 to 10,000 characters"),
        ({}, "the video has this moment already"),
    ],
)
def test_what_cannot_be_a_moment_adds_nothing(video: Video, given: dict[str, Any], problem: str) -> None:
    add(video)
    with pytest.raises(BadInput, match=problem):
        add(video, **given)
    assert Moment.objects.count() == 1


def test_other_times_take_the_clips_of_the_earlier_ones_away(video: Video) -> None:
    moment = add(video)
    Clip.objects.create(moment=moment, rendition="mp4", state=ClipState.READY, frames=3, size=3)
    Poster.objects.create(moment=moment, width=3, height=3, size=3, sha256="0" * 64, cut_at=NOW)
    mend(moment)
    assert (moment.start_s, moment.end_s, Clip.objects.exists(), Poster.objects.exists()) == (2.0, 5.0, False, False)
    payload = json.loads(LedgerEntry.objects.get(kind="moment_mended").payload)
    assert payload == {"desc_id": 1, "before": [1.5, 4.0], "after": [2.0, 5.0], "reason": "it began late"}
    for given, problem in (
        ({}, "the times have not changed"),
        ({"reason": "", "end_ms": 6000}, "reason: give a reason"),
        ({"seen": (1.5, 4.0), "end_ms": 6000}, "has been changed in the meantime"),
        ({"end_ms": 70_000}, "times: expected a stretch within"),
    ):
        with pytest.raises(BadInput, match=problem):
            mend(moment, **given)
    assert LedgerEntry.objects.filter(kind="moment_mended").count() == 1


def test_what_people_judge_and_what_is_being_cut_keeps_its_times() -> None:
    campaign, _ = opened_campaign(pairs=1)
    with pytest.raises(BadInput, match="people are already judging this moment, so its times cannot change"):
        mend(campaign.moments.order_by("pk").last(), 0, 500)
    draft = make_campaign("draft")
    moment = make_query(draft, pairs=1).pairs.get().moment
    order_clips(campaign=draft, source="/films", everything=False, failed=False, now=NOW)
    with pytest.raises(BadInput, match="clips are being cut"):
        mend(moment, 0, 500)
    draft.cut_orders.update(stopped_at=NOW)
    mend(moment, 0, 500)
    assert moment.end_s == 0.5


def test_other_times_are_the_twins_too() -> None:
    twin = make_twins(make_campaign(twin=TwinProtocol()), 1)[0]
    Poster.objects.create(moment=twin.forward, width=3, height=3, size=3, sha256="0" * 64, cut_at=NOW)
    mend(twin.backward, 1000, 4000)
    twin.forward.refresh_from_db()
    assert (twin.forward.start_s, twin.forward.end_s, twin.backward.end_s) == (1.0, 4.0, 4.0)
    assert (Clip.objects.exists(), Poster.objects.exists()) == (False, False)


def test_times_stay_while_people_judge_the_twin() -> None:
    twin_campaign()
    with pytest.raises(BadInput, match="people are already judging this moment, so its times cannot change"):
        mend(Twin.objects.get().backward, 0, 500)


def test_archives_and_campaigns_that_mark_take_none(video: Video) -> None:
    Campaign.objects.update(status=CampaignStatus.ARCHIVE)
    video.campaign.refresh_from_db()
    with pytest.raises(BadInput, match="the campaign is an archive"):
        add(video)
    whole = make_whole_video(make_campaign("long", marking=MarkingProtocol()), "match")
    with pytest.raises(BadInput, match="videos have no moments"):
        add(whole.video)
