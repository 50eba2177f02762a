"""The overview of a campaign of twins."""

import pytest

from consensus.labels.selectors.twins import twin_stages
from tests.factories import make_lead
from tests.twins import Road

pytestmark = pytest.mark.django_db


def test_clips_are_counted_by_stage():
    road = Road(twins=1)
    names = ("to be judged", "to be described or checked", "with accepted captions", "dropped or withdrawn")
    assert twin_stages(road.campaign) == dict(zip(names, (1, 0, 0, 0), strict=True))
    road.judged()
    assert twin_stages(road.campaign) == dict(zip(names, (0, 1, 0, 0), strict=True))
    road.written()
    for person in (2, 3):
        road.assigned(person).assigned(person, backward=True)
    assert twin_stages(road.campaign) == dict(zip(names, (0, 0, 1, 0), strict=True))


def test_a_clip_that_is_dropped_is_at_no_other_stage():
    road = Road(twins=1).judged("no", "no")
    assert list(twin_stages(road.campaign).values()) == [0, 0, 0, 1]


def test_the_page_says_what_waits_for_a_lead_and_can_be_paused(client):
    road = Road(twins=1).judged("forward", "forward")
    client.force_login(make_lead(road.campaign).user)
    page = client.get("/c/arrow/campaign/").content.decode()
    assert "<strong>1 clip</strong>: three people judged differently" in page
    client.post("/c/arrow/campaign/pause/", {"do": "pause", "reason": "holidays"})
    road.campaign.refresh_from_db()
    assert road.campaign.status == "paused"
