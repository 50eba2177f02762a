"""What people see between two stages, which no campaign in full work shows; and an address without a page."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from annotator.exam.services.sittings import begin_sitting
from annotator.models import Membership, Standing
from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.browser.conftest import store_clips
from tests.console.exam.scenes import exam_campaign, opened
from tests.factories import claim, make_member, make_tutorial, submit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def looked_at(page: Page, server, person: Membership, paths: Iterable[str]) -> list[str]:
    """What is wrong with the pages of somebody's campaign."""
    begin_session(page, server, person.user)
    found = []
    for path in paths:
        page.goto(f"{server.url}/c/{person.campaign.slug}/{path}")
        found += on_screen_and_phone(page)
    return found


def test_people_in_training_and_between_the_stages_of_an_exam(new_page, live_server):
    page, now = new_page(reduced_motion="reduce"), timezone.now()
    campaign = exam_campaign()
    opened(campaign)
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
