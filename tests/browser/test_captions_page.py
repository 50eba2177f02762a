"""Captions by keyboard: next, change, accept and reject, while typing triggers nothing."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from annotator.models import Ask, DerivedAsk
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import NOW, make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(page, live_server):
    campaign = decided_campaign()
    for number in (1, 2, 3):
        ask = Ask.objects.get(number=number)
        DerivedAsk.objects.create(ask=ask, task="ca", text=f"Caption {number}.", requester="L9", made_at=NOW)
    client = Client()
    client.force_login(make_lead(campaign).user, backend="annotator.people.selectors.sessions.Accounts")
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
    page.context.add_cookies([{**cookie, "url": live_server.url, "httpOnly": True}])
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
