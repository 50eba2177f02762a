"""The overview of a twins campaign."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import ProblemKind
from annotator.people.selectors.access import Lead
from annotator.problems.services.reporting import report_problem
from consensus.labels.selectors.twins import twin_stages
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from console.decisions.selectors.registry import waiting_queues
from moments.models import Campaign
from tests.consensus.twin_splits.scenes import described
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, claim, make_lead, make_twins
from tests.twins import Road

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


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
    assert "<strong>1 clip</strong>: three people gave different judgements" in page
    client.post("/c/arrow/campaign/pause/", {"do": "pause", "reason": "holidays"})
    road.campaign.refresh_from_db()
    assert road.campaign.status == "paused"


def test_the_page_counts_what_each_queue_of_decisions_holds_and_opens_it(client):
    road = Road(twins=2).judged("forward", "forward")
    seat = claim(road.people[0], 1, now=road.now)[0]
    kind, note = ProblemKind.BROKEN_CLIP, "black from 0:01 on"
    report_problem(member=road.people[0], seat=seat.public_id, kind=kind, note=note, now=road.now)
    lead = Lead(road.campaign, sign_in_lead(client, road.campaign))
    answer = client.get("/c/arrow/campaign/")
    counts = {one.queue.key: one.count for one in waiting_queues(lead) if one.count}
    assert answer.context["page"].for_lead == counts == {"judgements": 1, "reported": 1}
    assert "/c/arrow/decisions/reported/" in answer.content.decode()


def test_the_page_shows_the_splits_in_their_order(client):
    campaign, _, _ = described(twins=5, singles=1)
    sign_in_lead(client, campaign)
    assert client.get("/c/arrow/campaign/").context["page"].splits == {}
    draw_campaign_splits(campaign=campaign, sizes=SplitSizes(2, 4), seed=3, actor="lead", now=NOW)
    splits = client.get("/c/arrow/campaign/").context["page"].splits
    assert list(splits.items()) == [("training", 3), ("validation", 2), ("test", 4)]


def test_the_page_shows_how_people_agree_and_who_works(client):
    road = Road().judged().written().assigned(1).assigned(2, backward=True, right=None)
    sign_in_lead(client, road.campaign)
    answer = client.get("/c/arrow/campaign/")
    page = answer.context["page"]
    assert (page.agreement.ceiling.accuracy.value, page.agreement.captions.value) == (0.75, 0.5)
    answered = {one.member.pseudonym: one.scores for one in page.load.people if one.scores}
    assert answered == {road.people[0].pseudonym: 2, road.people[1].pseudonym: 2, road.people[2].pseudonym: 1}
    body = answer.content.decode()
    assert "75.0%" in body
    assert "2 captions" in body


def test_the_page_says_how_many_clips_are_not_open_yet(client):
    road = Road()
    make_twins(road.campaign, 2)
    sign_in_lead(client, road.campaign)
    body = client.get("/c/arrow/campaign/").content.decode()
    assert "3 clips have a twin that plays in the other direction. 2 of them are not open yet" in " ".join(body.split())


def test_it_needs_the_same_queries_for_one_and_three_clips(client):
    counts = []
    for twins in (1, 3):
        cache.clear()
        Campaign.objects.filter(slug="arrow").update(slug="before")
        road = Road(twins=twins)
        for _ in range(twins):
            road.judged()
        sign_in_lead(client, road.campaign)
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/c/arrow/campaign/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
