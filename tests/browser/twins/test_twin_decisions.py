"""A lead decides on twins by keys: a judgement with its criterion, and a caption, both with a reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotator.models import Membership
from consensus.models import TwinTruth, Verdict
from moments.models import Clip
from tests.browser.at_desk import begin_session
from tests.browser.axe import look, on_screen_and_phone
from tests.browser.conftest import store_clips
from tests.console.decisions.scenes import queue_page
from tests.console.decisions.views.test_twins import reported
from tests.factories import make_lead
from tests.twins import FORWARD, Road

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


IN_VIEW = (
    "element => { const box = element.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
)


def test_on_a_phone_the_buttons_come_before_the_versions_and_clips_are_whole(at):
    road = Road(most_returns=1).judged().written().assigned(1, right=False)
    road.written(f"{FORWARD} at last").assigned(2, right=None)
    page, _ = at(road, "captions")
    look(page, "dark", 390)
    expect(page.locator(".both-clips .page-player[data-mode=ready]")).to_have_count(2)
    buttons = page.locator("[name=decision]:visible")
    assert [button.evaluate(IN_VIEW) for button in buttons.all()] == [True] * 3
    versions = page.locator(".caption-versions").first.bounding_box()
    assert versions["y"] > buttons.last.bounding_box()["y"]
    clips = page.locator(".page-player").all()
    assert [clip.evaluate("one => one.scrollWidth - one.clientWidth") for clip in clips] == [0, 0]
    assert on_screen_and_phone(page) == []


def test_of_a_clip_whose_reverse_could_not_be_cut_the_other_one_plays_in_its_place(at):
    road = Road().seen()
    Clip.objects.filter(moment__direction="backward").update(state="failed", reason="no such file")
    page, _ = at(road, "stuck")
    expect(page.locator("[aria-label='Forward clip'] .page-player[data-mode=ready]")).to_have_count(1)
    expect(page.locator("[aria-label='Backward clip']")).to_contain_text("could not be cut: no such file")
    assert on_screen_and_phone(page) == []


def test_a_reported_caption_is_named_on_its_card(at):
    road = Road().judged().written()
    problem = reported(road, "assign")
    page, _ = at(road, "reported")
    expect(page.locator(f"#item-{problem.pair.number}-text")).to_have_text("A man opens the green door")
    assert on_screen_and_phone(page) == []
