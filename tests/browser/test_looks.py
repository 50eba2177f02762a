"""Pages with much on them that no other test looks at: exam reports, messages, training, runs by seed, a lost page."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from annotator.exam.services.sittings import begin_sitting
from annotator.messages.services import send_message
from annotator.models import Membership, MessageReceipt, Standing
from tests.benchmark.scenes import labelled_campaign, scored
from tests.browser.at_desk import begin_session
from tests.browser.axe import LOOKS, in_looks
from tests.browser.conftest import store_clips
from tests.console.exam.scenes import exam_campaign, frozen
from tests.factories import claim, make_lead, make_member, make_tutorial, submit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RUNS = ("net_seed=1", "net_seed=2", "net_seed=3", "منظومة_seed=1", "منظومة_seed=2")


def looked_at(page: Page, server, person: Membership, paths: Iterable[str]) -> list[str]:
    """What axe finds on the pages of somebody's campaign in every look, and which are wider than a phone."""
    begin_session(page, server, person.user)
    found = []
    for path in paths:
        page.goto(f"{server.url}/c/{person.campaign.slug}/{path}")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        found += in_looks(page, LOOKS)
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            found.append(f"{path}: wider than 390 pixels")
    return found


def test_exams_and_training(new_page, live_server):
    page, now = new_page(reduced_motion="reduce"), timezone.now()
    campaign = exam_campaign(queries=2, pairs=4)
    exam, people = frozen(campaign, [4, 3, 1, 0], [4, 2, 1, 0], [3, 4, 0, 1], queries=1)
    lead = make_lead(campaign)
    words = "שלום לכולם. Look at the hands.\n\n" + "x" * 200
    send_message(campaign=campaign, text=words, pseudonyms=None, actor="L", now=now)
    MessageReceipt.objects.filter(member=people[0]).update(read_at=now)
    assert looked_at(page, live_server, lead, ["exam/", "exam/report/", "people/messages/", "tutorial/edit/"]) == []
    between = make_member(campaign, standing=Standing.TRAINING)
    trainee = make_member(campaign, standing=Standing.TRAINING)
    begin_sitting(member=between, now=now)
    between.refresh_from_db()
    for seat in claim(between, 20, now=now):
        submit(between, seat, 0, now=now)
    make_tutorial(campaign)
    store_clips(campaign)
    assert looked_at(page, live_server, trainee, ["start/", "tutorial/", "tutorial/1/", "lost/"]) == []
    assert looked_at(page, live_server, between, ["start/", "score/"]) == []


def test_runs_by_seed(new_page, live_server):
    page, campaign = new_page(reduced_motion="reduce"), labelled_campaign()
    scored(campaign, RUNS)
    lead = make_lead(campaign)
    assert looked_at(page, live_server, lead, ["runs/", "runs/1/", "runs/compare/?a=1&b=4"]) == []
