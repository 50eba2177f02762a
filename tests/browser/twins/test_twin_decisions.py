"""A lead decides on twins by keys: a judgement with its criterion, and a caption, both with a reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotator.models import Membership
from consensus.models import TwinTruth, Verdict
from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.browser.conftest import store_clips
from tests.console.decisions.scenes import queue_page
from tests.factories import make_lead
from tests.twins import Road

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOWN, LOG, LEFT = "[data-card]:visible", "[data-log] > li", "[data-left]"


@pytest.fixture
def at(new_page, live_server):
    """Opens a queue of a road's campaign, with clips that play."""

    def opened(road: Road, kind: str) -> tuple[Page, Membership]:
        store_clips(road.campaign)
        lead = make_lead(road.campaign)
        page = new_page(reduced_motion="reduce")
        begin_session(page, live_server, lead.user)
        page.goto(f"{live_server.url}{queue_page(kind, 'arrow')}")
        page.wait_for_selector("[data-card][aria-current]")
        expect(page.locator(LEFT)).to_have_text("1")
        return page, lead

    return opened


def test_a_clip_is_judged_with_three_keys_and_waits_again_after_one(at):
    page, _ = at(Road().judged("neither", "backward", "no"), "judgements")
    expect(page.locator(".both-clips .page-player[data-mode=ready]")).to_have_count(2)
    page.keyboard.press("4")
    expect(page.locator("[name=criterion]:checked")).to_have_value("position")
    page.keyboard.press("t")
    expect(page.locator("[data-announcement]")).to_have_text("Give a reason: press its letter, or n to type it.")
    assert on_screen_and_phone(page) == []
    page.keyboard.press("a")
    expect(page.locator(LOG).first).to_contain_text("Pair 1: twins, two captions are written by you")
    expect(page.locator(LEFT)).to_have_text("0")
    truth = TwinTruth.objects.get()
    assert (truth.criterion, truth.unreal, truth.verdict.reason) == ("position", "neither", "Judged by the guideline")
    page.keyboard.press("u")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", "Pair 1")
    expect(page.locator(".both-clips .page-player[data-mode=ready]")).to_have_count(2)
    assert Verdict.objects.get().superseded


def test_a_caption_is_sent_back_with_two_keys(at):
    road = Road(most_returns=0).judged().written().assigned(1, right=False)
    page, _ = at(road, "captions")
    expect(page.locator(".is-asked")).to_contain_text("A man opens the green door")
    assert on_screen_and_phone(page) == []
    page.keyboard.press("b")
    page.keyboard.press("a")
    expect(page.locator(LOG).first).to_contain_text("sent back by you")
    assert road.verdicts("caption") == [(1, "returned", "forward: It does not say which of the two clips is meant")]
