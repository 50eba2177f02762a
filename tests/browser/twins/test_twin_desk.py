"""The desk of twins: judging, writing and assigning by keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotator.models import Assignment, Judgement, Membership, Score, TwinCaption
from annotator.twins.tasks import TwinTask
from consensus.sweep.services import settle_campaign
from moments.models import Campaign
from tests.browser.at_desk import BOUNCE_MS, all_saved, begin_session, eventually
from tests.browser.axe import violations
from tests.browser.conftest import store_clips
from tests.twins import ask, judge, twin_campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def at_work() -> tuple[Campaign, list[Membership]]:
    """A campaign of two twins and four people, with clips that play."""
    campaign, people = twin_campaign(people=4, twins=2)
    store_clips(campaign)
    return campaign, people


def open_desk(page: Page, server, member: Membership) -> str:
    """The desk of that person; the seat in view."""
    begin_session(page, server, member.user)
    page.goto(f"{server.url}/c/{member.campaign.slug}/twins/")
    page.wait_for_selector("body[data-started=whole]")
    return shown(page)


def shown(page: Page, after: str = "") -> str:
    page.wait_for_selector(f'body[data-mode=ready]:not([data-seat="{after}"])')
    page.wait_for_timeout(BOUNCE_MS)
    return page.locator("body").get_attribute("data-seat")


def sweep(campaign: Campaign) -> None:
    """Let the grace period pass, and sweep."""
    Score.objects.update(changeable_until=timezone.now() - timedelta(seconds=1))
    settle_campaign(campaign=campaign, now=timezone.now())


def empty(page: Page) -> None:
    page.wait_for_selector("body[data-mode=empty]")


def test_people_judge_with_two_keys_a_clip(page, live_server, at_work):
    _, (one, *_) = at_work
    first = open_desk(page, live_server, one)
    assert page.locator("body").get_attribute("data-task") == "judge"
    expect(page.locator(".twin-screen:not([hidden])")).to_have_count(2)
    page.keyboard.press("4")
    page.keyboard.press("a")
    second = shown(page, first)
    page.keyboard.press("1")
    empty(page)
    all_saved(page)
    found = {str(row.score.seat.public_id): row for row in Judgement.objects.select_related("score__seat")}
    assert (found[first].temporal, found[first].criterion, found[first].unreal) == (True, "state", "neither")
    assert (found[second].temporal, found[second].criterion) == (False, "")


def test_what_looks_unreal_is_stored_by_direction(page, live_server, at_work):
    _, (one, *_) = at_work
    open_desk(page, live_server, one)
    page.keyboard.press("s")
    page.keyboard.press("2")
    eventually(page, lambda: Judgement.objects.exists())
    row = Judgement.objects.get()
    assert row.unreal == ("forward" if row.forward_first else "backward")


def test_an_answer_is_changed_by_going_back(page, live_server, at_work):
    _, (one, *_) = at_work
    first = open_desk(page, live_server, one)
    page.keyboard.press("1")
    shown(page, first)
    page.keyboard.press("ArrowLeft")
    assert shown(page, "none") == first
    expect(page.locator("[data-part=countdown]")).to_contain_text("You have answered this")
    expect(page.locator("[data-kind='']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("5")
    page.keyboard.press("f")
    eventually(page, lambda: Judgement.objects.filter(score__current=True, temporal=True).exists())
    row = Judgement.objects.get(score__current=True)
    assert (row.criterion, row.unreal, Score.objects.count()) == ("position", "both", 2)


def judged(campaign: Campaign, people: Sequence[Membership]) -> None:
    """Two people say of every clip that both directions look real; the desk does the same by key."""
    for person in people:
        while any(seat.pair.query.query_id == TwinTask.JUDGE.query_id for seat in ask(person)):
            judge(person, now=timezone.now())
    sweep(campaign)


def test_captions_are_written_checked_and_returned(new_page, live_server, at_work):
    campaign, (one, two, three, four) = at_work
    judged(campaign, (one, two))

    page = new_page()
    seat = open_desk(page, live_server, three)
    assert page.locator("body").get_attribute("data-task") == "caption"
    page.keyboard.press("c")
    page.keyboard.type("A ball")
    problem = page.locator("[data-caption] [data-problem]").first
    expect(problem).to_have_text("The caption has 2 words. Write at least 3.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-part=hint]")).to_have_text("Write a sentence for each clip.")
    page.keyboard.type("A ball rolls up the hill")  # the empty field has the focus now
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.press("Control+a")
    page.keyboard.type("A ball rolls down the hill")
    expect(problem).not_to_contain_text("Write at least")
    page.keyboard.press("Control+Enter")
    shown(page, seat)
    all_saved(page)
    row = TwinCaption.objects.get()
    texts = [row.forward_text, row.backward_text]
    assert (texts if row.forward_first else texts[::-1]) == ["A ball rolls down the hill", "A ball rolls up the hill"]
    sweep(campaign)

    page = new_page()
    open_desk(page, live_server, four)
    while page.locator("body").get_attribute("data-task") != "assign":
        page.keyboard.press("x")  # the other clip waits for its captions; somebody else writes them
        page.get_by_label("A clip does not play").check()
        page.get_by_role("button", name="Report", exact=False).last.click()
        shown(page, page.locator("body").get_attribute("data-seat"))
    expect(page.locator("[data-sentence]")).to_contain_text("A ball rolls")
    page.keyboard.press("0")
    eventually(page, lambda: Assignment.objects.filter(chosen=None).exists())


def test_the_desk_is_accessible_and_fits(page, live_server, at_work):
    _, (one, *_) = at_work
    open_desk(page, live_server, one)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
