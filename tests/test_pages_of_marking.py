"""Every page and every background job does its work in marking campaigns: what belongs to grading is left out."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest

from consensus.models import Verdict, VerdictKind
from moments.jobs.services.background import BACKGROUND_JOBS
from moments.jobs.services.steps import run_job
from moments.models import StepFailure
from tests.factories import NOW, claim, make_admin, make_lead, settle
from tests.marking import asked, finished, mark, marking_campaign, send
from tests.pages_of_kind import dead_links, failing_pages, pages_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """A campaign with questions in every state, and one of its markers."""
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
    return SimpleNamespace(campaign=campaign, marker=marker)


@pytest.mark.parametrize("role", ["lead", "admin", "marker"])
def test_no_page_fails(people, role):
    asking = {
        "lead": lambda: make_lead(people.campaign).user,
        "admin": make_admin,
        "marker": lambda: people.marker.user,
    }
    assert failing_pages(people.campaign, asking[role](), people.marker) == {}


def test_no_background_job_fails(people, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    for job in BACKGROUND_JOBS:
        run_job(job.step, job.work, now=NOW + timedelta(hours=1), **job.options)
    assert {(failure.step, failure.words) for failure in StepFailure.objects.all()} == set()
    assert Verdict.objects.filter(pair__campaign=people.campaign, kind=VerdictKind.AGREED).exists()


@pytest.mark.parametrize("role", ["lead", "admin"])
def test_no_page_of_the_campaign_links_to_one_that_it_does_not_have(people, role):
    asking = make_lead(people.campaign).user if role == "lead" else make_admin()
    assert dead_links(people.campaign, asking, pages_shown(people.campaign)) == {}
