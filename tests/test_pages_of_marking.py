"""Every page and every background job does its work where a campaign marks: what belongs to grading is left out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from annotator.models import Seat
from consensus.models import Verdict, VerdictKind
from moments.jobs.services.background import BACKGROUND_JOBS
from moments.jobs.services.steps import run_job
from moments.models import Clip, StepFailure
from tests.canary_routes import addresses, every_route
from tests.factories import NOW, claim, make_admin, make_lead, settle
from tests.marking import asked, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
LINK = re.compile(r'<a [^>]*href="([^"]+)"')


@pytest.fixture
def people():
    """A lead, an admin and a marker of a campaign with questions in every state."""
    campaign, (author, marker, third) = marking_campaign()
    for _ in range(5):
        asked(author)
    finished(author)
    one, two, three, four, _ = sorted(claim(marker, 5), key=lambda seat: seat.pair_id)
    mark(marker, one)
    send(marker, two, segments=[])
    mark(marker, three, [[14_000, 26_000]])
    mark(marker, four, [[10_000, 20_000], [30_000, 40_000]])
    settle(campaign)
    later = NOW + timedelta(minutes=2)
    seat = next(seat for seat in claim(third, 5, now=later) if seat.pair_id == three.pair_id)
    send(third, seat, pieces=[{"span": [10_000, 26_000], "word": "undecided"}], now=later)
    settle(campaign, now=later)
    return {"lead": make_lead(campaign).user, "admin": make_admin(), "marker": marker.user, "campaign": campaign}


@pytest.mark.parametrize("role", ["lead", "admin", "marker"])
def test_no_page_fails(people, role):
    campaign = people["campaign"]
    words = {
        "slug": [campaign.slug],
        "int": [1, 3],
        "name": [Clip.objects.first().name],
        "str": [people["marker"].username],
        "token": ["nothing"],
        "pseudonym": [campaign.members.first().pseudonym],
        "path": ["1"],
        "uuid": [Seat.objects.first().public_id],
    }
    client = Client(raise_request_exception=False)
    failing = {}
    for route in every_route():
        for address in addresses(route, words):
            client.force_login(people[role])
            response = client.get(address, {} if "admin" in address else {"campaign": campaign.slug})
            if response.status_code >= 500:
                failing[address] = response.status_code
    assert failing == {}


def test_no_background_job_fails(people, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    for job in BACKGROUND_JOBS:
        run_job(job.step, job.work, now=NOW + timedelta(hours=1), **job.options)
    assert {(failure.step, failure.words) for failure in StepFailure.objects.all()} == set()
    assert Verdict.objects.filter(pair__campaign=people["campaign"], kind=VerdictKind.AGREED).exists()


@pytest.mark.parametrize("role", ["lead", "admin"])
def test_no_page_of_the_campaign_links_to_one_that_it_does_not_have(people, role):
    client = Client()
    client.force_login(people[role])
    start = f"/c/{people['campaign'].slug}/"
    seen, dead = {"/", f"{start}inbox/"}, {}
    waiting = list(seen)
    while waiting:
        page = waiting.pop()
        links = LINK.findall(client.get(page).content.decode())
        for link in {link.partition("#")[0].partition("?")[0] for link in links if link.startswith(start)} - seen:
            seen.add(link)
            status = client.get(link).status_code
            if status == 200:
                waiting.append(link)
            elif status == 404:
                dead[link] = page
    assert (dead, len(seen) > 8) == ({}, True)
