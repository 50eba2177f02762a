"""Captions by keyboard: next, change, accept and reject, while typing triggers nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from annotator.models import Ask, DerivedAsk
from config.language_model import LanguageModel
from moments.models import Campaign
from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import NOW, make_admin, make_lead, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def captioned() -> Campaign:
    campaign = decided_campaign()
    for number in (1, 2, 3):
        ask = Ask.objects.get(number=number)
        DerivedAsk.objects.create(ask=ask, task="ca", text=f"Caption {number}.", requester="L9", made_at=NOW)
    return campaign


@pytest.fixture
def desk(page, live_server):
    begin_session(page, live_server, make_lead(captioned()).user)
    page.goto(f"{live_server.url}/c/long/captions/")
    expect(page.locator("[data-current] h2")).to_have_text("Caption of question 1")
    return page


def states() -> list[tuple[str, str]]:
    return list(DerivedAsk.objects.order_by("ask__number").values_list("state", "text"))


def test_keys_go_through_the_list_and_decide(desk):
    desk.keyboard.press("j")
    expect(desk.locator("[data-current] h2")).to_have_text("Caption of question 2")
    desk.keyboard.press("k")
    desk.keyboard.press("a")
    expect(desk.locator(".made")).to_have_count(2)
    desk.keyboard.press("x")
    expect(desk.locator(".made")).to_have_count(1)
    assert [state for state, _ in states()] == ["accepted", "rejected", "waiting"]


def test_typing_triggers_no_key(desk):
    desk.keyboard.press("e")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("a box, jak")
    desk.keyboard.press("Escape")
    assert [state for state, _ in states()] == ["waiting"] * 3
    desk.keyboard.press("a")
    expect(desk.locator(".made")).to_have_count(2)
    assert states()[0] == ("accepted", "a box, jak")


def test_an_annotator_judges_by_keyboard(new_page, live_server):
    campaign = captioned()
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_member(campaign).user)
    page.goto(f"{live_server.url}/c/long/judge-captions/")
    assert on_screen_and_phone(page) == []
    page.keyboard.press("x")
    page.keyboard.type("no axe")
    page.keyboard.press("Enter")
    expect(page.locator("textarea")).to_have_value("Caption 2.")
    page.keyboard.press("e")
    page.keyboard.press("Control+a")
    page.keyboard.type("A jar.")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(page.locator("textarea")).to_have_value("Caption 3.")
    assert states() == [("rejected", "Caption 1."), ("accepted", "A jar."), ("waiting", "Caption 3.")]
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="Nothing to decide right now")).to_be_visible()
    assert on_screen_and_phone(page) == []


def test_admins_see_how_to_order_captions(new_page, live_server, settings):
    settings.LANGUAGE_MODEL = LanguageModel("https://nowhere.example/v1", "key", "seer", 5.0)
    captioned()
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/c/long/captions/")
    page.get_by_text("Write captions with a model (1)").click()
    assert on_screen_and_phone(page) == []
    page.get_by_role("button", name="Write captions").click()
    expect(page.get_by_text("Waiting for a worker.")).to_be_visible()
    assert on_screen_and_phone(page) == []
