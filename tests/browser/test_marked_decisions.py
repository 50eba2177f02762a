"""A lead's queues of decisions where segments are marked, in a real browser: one key after opening decides."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotator.checks.selectors import gold_explanations
from annotator.models import Gold, Membership, Problem
from moments.models import Campaign, Clip, LedgerEntry, WithdrawnMoment
from tests.annotator.exam.marked_scenes import known
from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.browser.marking.stub import Stub, numbered_video
from tests.browser.marking.test_marking_served import store_files
from tests.console.decisions.scenes import marked_scene, queue_page
from tests.factories import make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHORT = ((2_000, 4_000), (30_000, 34_000))
SHOWN, LOG, LEFT = "[data-card]:visible", "[data-log] > li", "[data-left]"


@pytest.fixture
def campaign() -> Campaign:
    """Two questions in each queue, about a video that plays, and two videos that failed."""
    campaign = marked_scene(2)
    for proxy in Clip.objects.filter(state="ready"):
        store_files(proxy, Stub(numbered_video()))
    known(campaign, (SHORT, ()))
    return campaign


@pytest.fixture
def lead(campaign: Campaign) -> Membership:
    return make_lead(campaign)


@pytest.fixture
def at(new_page, live_server, lead):
    """Opens a queue of two."""

    def opened(kind: str, what: str) -> Page:
        page = new_page(reduced_motion="reduce")
        begin_session(page, live_server, lead.user)
        page.goto(f"{live_server.url}{queue_page(kind, 'long')}")
        page.wait_for_selector("[data-card][aria-current]")
        expect(page.locator(SHOWN)).to_have_attribute("data-what", what)
        expect(page.locator(LEFT)).to_have_text("2")
        return page

    return opened


@pytest.mark.parametrize(("kind", "first"), [("queries", 1), ("reported", 3)])
def test_a_question_on_hold_is_put_back_withdrawn_and_taken_back_by_keys(at, campaign, kind, first):
    page = at(kind, f"Question {first}")
    pair, log = campaign.pairs.get(number=first), page.locator(LOG)
    page.keyboard.press("b")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", f"Question {first + 1}")
    expect(page.locator(LEFT)).to_have_text("1")
    expect(log.first).to_contain_text(f"Question {first}: put back by you")
    pair.refresh_from_db()
    assert (pair.parked, Problem.objects.filter(pair=pair, resolved_at=None).count()) == (False, 0)
    page.keyboard.press("u")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", f"Question {first}")
    expect(page.locator(LEFT)).to_have_text("2")
    pair.refresh_from_db()
    assert (pair.parked, Problem.objects.filter(pair=pair, resolved_at=None).count()) == (True, 1)
    page.keyboard.press("w")
    expect(page.locator("[data-announcement]")).to_have_text("Give a reason: press its letter, or n to type it.")
    page.keyboard.press("c")  # a key of nothing
    page.keyboard.press("a")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", f"Question {first + 1}")
    expect(log.first).to_contain_text("withdrawn by you")
    expect(log.first.get_by_role("button", name="Undo")).to_have_count(0)
    assert campaign.asks.get(number=first).state == "rejected"
    kinds = LedgerEntry.objects.filter(pair_number=first).order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["pair_put_back", "pair_held", "pair_withdrawn"]
    assert on_screen_and_phone(page) == []


def test_a_question_without_people_is_withdrawn_with_two_keys_and_the_queue_is_empty(at, campaign):
    page = at("stuck", "Question 5")
    page.keyboard.press("w")
    page.keyboard.press("g")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", "Question 6")
    expect(page.locator(LOG).first).to_contain_text("Everybody who is qualified has seen it")
    expect(page.locator(LEFT)).to_have_text("1")
    page.keyboard.press("w")
    page.keyboard.press("n")
    page.keyboard.type("nobody at all")
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    expect(page.locator("[data-empty]")).to_contain_text("Every waiting question has somebody left who can answer it.")
    expect(page.locator(LOG).first).to_contain_text("nobody at all")
    assert set(campaign.asks.filter(number__gt=4).values_list("state", flat=True)) == {"rejected"}
    assert on_screen_and_phone(page) == []


def test_a_failed_video_is_withdrawn_everywhere_and_used_again_by_keys(at, campaign):
    page = at("videos", "video-2")
    page.keyboard.press("v")
    page.keyboard.press("a")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", "video-3")
    expect(page.locator(LOG).first).to_contain_text("withdrawn everywhere")
    assert WithdrawnMoment.objects.get().moment.video.name == "video-2"
    page.keyboard.press("u")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", "video-2")
    assert WithdrawnMoment.objects.count() == 0
    assert on_screen_and_phone(page) == []


def test_a_known_question_plays_at_its_answer_and_becomes_gold_with_one_key(at, campaign):
    page = at("gold", "Question 7")
    place = page.locator("[data-play=seek]:visible")
    expect(place).to_have_value("2000")  # the video stands at the answer
    page.keyboard.press("2")
    page.wait_for_function("() => Number(document.querySelector('[data-play=seek]').value) > 30000")
    page.keyboard.press("m")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", "Question 8")
    expect(page.locator(SHOWN)).to_contain_text("no answer here")
    expect(page.locator(LEFT)).to_have_text("1")
    expect(page.locator(LOG)).to_contain_text(["Question 7: gold by you"])
    assert Gold.objects.get().pair.number == 7
    page.keyboard.press("u")
    expect(page.locator(SHOWN)).to_have_attribute("data-what", "Question 7")
    assert Gold.objects.count() == 0
    page.keyboard.press("n")
    page.keyboard.type("Watch the door")
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    expect(page.locator(LOG)).to_contain_text(["Question 7: gold by you"])
    assert (gold_explanations(campaign), Gold.objects.get().active) == ({7: "Watch the door"}, True)
    assert on_screen_and_phone(page) == []
    tabs = page.locator(".tabs")
    page.reload()
    page.wait_for_selector("[data-card][aria-current]")
    shown, here = tabs.bounding_box(), tabs.locator("[aria-current]").bounding_box()
    assert here["x"] + here["width"] <= shown["x"] + shown["width"] + 1
