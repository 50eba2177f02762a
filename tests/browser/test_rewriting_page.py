"""Captions by keyboard: accept, edit with a doubt, try again; the next one is there at once."""

import pytest
from playwright.sync_api import expect

from moments.models import Rewriting
from tests.browser.at_desk import begin_session
from tests.browser.axe import on_screen_and_phone
from tests.console.rewriting.views.test_corpus_rewriting import scene
from tests.factories import make_admin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CURRENT = "[data-rewriting].is-current"


def test_captions_are_decided_by_keyboard_one_after_the_other(new_page, live_server):
    scene(3)
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/c/films/corpus/rewriting/")
    assert on_screen_and_phone(page) == []
    expect(page.locator(CURRENT)).to_have_id("moment-1")
    page.keyboard.press("j")
    expect(page.locator(CURRENT)).to_have_id("moment-2")
    page.keyboard.press("a")
    expect(page.locator("#moment-2[data-decided]")).to_contain_text("accepted")
    expect(page.locator(CURRENT)).to_have_id("moment-3")
    page.keyboard.press("e")
    page.keyboard.type(" now a")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#moment-3 [role=alert]")).to_contain_text("Joey")
    assert on_screen_and_phone(page) == []
    page.keyboard.press("Control+Enter")
    expect(page.locator("#moment-3[data-decided]")).to_contain_text("now a")
    expect(page.locator(CURRENT)).to_have_id("moment-1")
    page.keyboard.press("r")
    expect(page.locator("[data-through]")).to_be_visible()
    states = dict(Rewriting.objects.values_list("moment__desc_id", "state"))
    assert states == {1: "waiting", 2: "accepted", 3: "accepted", 4: "waiting"}
    expect(page.locator("#rewriting-progress dd").nth(1)).to_contain_text("2")
