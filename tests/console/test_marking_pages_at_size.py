"""The lead's pages of a campaign of the published size: their time on SQLite, and how many statements they send."""

from __future__ import annotations

import random
import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.marking.segments import Segment
from annotator.models import Viewing, WorkEvent
from moments.models import Campaign
from tests.console.scenes import sign_in_admin
from tests.factories import NOW
from tests.marked_world import drawn_videos, store_world
from tests.marking import marking_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MOST_S = 0.5
PAGES = ("campaign/", "agreement/", "quotas/", "people/", "marking-rules/", "corpus/", "pay/")


@pytest.fixture
def person(client: Client) -> str:
    """A campaign of 268 videos and 1,800 questions, 50 hours of watching a person, signed in as an admin."""
    cache.clear()
    campaign, people = marking_campaign(videos=0, opened=False)
    author, marker, _ = people
    draw = random.Random(2)

    def late(one: Segment) -> Segment:
        return Segment(one.start_ms, max(one.start_ms + 200, one.end_ms + int(draw.gauss(0, 1500))))

    store_world(campaign, drawn_videos(1, videos=268, questions=1800), author, marker, blurred=late)
    WorkEvent.objects.bulk_create(
        WorkEvent(annotator=one, kind="viewing", key=f"v{n}", worked_at=NOW + timedelta(seconds=30 * n), shown_ms=0)
        for one in people
        for n in range(6000)
    )
    watched = [[1000 * n, 1000 * n + 900] for n in range(20)]
    Viewing.objects.bulk_create(
        Viewing(share=share, began_at=NOW, ended_at=NOW, watched=watched) for share in campaign.shares.all()
    )
    Campaign.objects.filter(pk=campaign.pk).update(status="open", opened_at=NOW)
    sign_in_admin(client)
    return author.pseudonym


def test_no_page_takes_more_than_half_a_second_of_processor_time(client: Client, person: str) -> None:
    slow, many = {}, {}
    for page in (*PAGES, f"people/{person}/"):
        took = []
        for _ in range(4):
            begun = time.process_time()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/c/long/{page}").status_code == 200
            took.append(time.process_time() - begun)
        if min(took[1:]) > MOST_S:
            slow[page] = took
        if len(queries) > 50:
            many[page] = len(queries)
    assert (slow, many) == ({}, {})
