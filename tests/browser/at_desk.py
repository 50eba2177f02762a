"""What the tests of the desk do there: sign in, press keys, read what is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from annotator.models import Membership, Score, User
from tests.factories import PASSWORD

OUTBOX = """() => new Promise((resolve) => {
  const request = indexedDB.open("reelevance-desk");
  request.onsuccess = () => {
    const all = request.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => { request.result.close(); resolve(all.result); };
  };
})"""
READY = "body[data-mode=ready]"
BOUNCE_MS = 250  # presses closer to the clip's first frame are taken for a bounce


def sign_in(page: Page, server, member: Membership) -> None:
    """By the form; where that is not the test's subject, `begin_session` spares two pages."""
    page.goto(f"{server.url}/sign-in/")
    page.fill("[name=username]", member.user.username)
    page.fill("[name=password]", PASSWORD)
    page.click("button[type=submit].primary")


def begin_session(page: Page, server, user: User) -> None:
    """The browser of somebody who has signed in already."""
    client = Client()
    client.force_login(user, backend="annotator.people.selectors.sessions.Accounts")
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
    page.context.add_cookies([{**cookie, "url": server.url, "httpOnly": True}])


def open_desk(page: Page, server, member: Membership) -> str:
    """The desk of somebody who has signed in already; the pair in view."""
    begin_session(page, server, member.user)
    page.goto(f"{server.url}/c/{member.campaign.slug}/score/")
    page.wait_for_selector("body[data-started=whole]")
    return pair_shown(page)


def pair_shown(page: Page, after: str = "") -> str:
    """The seat in view, once its clip plays and it is another than `after`."""
    page.wait_for_selector(f'{READY}:not([data-pair="{after}"])')
    page.wait_for_timeout(BOUNCE_MS)
    return in_view(page)


def in_view(page: Page) -> str:
    return page.locator("body").get_attribute("data-pair")


def press(page: Page, key: str, *, last: bool = False) -> str:
    """Press the key for the pair in view; that pair."""
    before = in_view(page)
    page.keyboard.press(key)
    if not last:
        pair_shown(page, before)
    return before


def all_saved(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-unsent", "0", timeout=20000)
    expect(page.locator("[data-part=status]")).to_have_text("All saved")


def stored() -> dict[str, int]:
    """The current scores by seat."""
    rows = Score.objects.filter(current=True).values_list("seat__public_id", "relevance")
    return {str(seat): relevance for seat, relevance in rows}


def eventually(page: Page, claim: Callable[[], bool], within_ms: int = 15000) -> None:
    """Wait until the claim about the server is true."""
    for _ in range(within_ms // 100):
        if claim():
            return
        page.wait_for_timeout(100)
    assert claim()


def lose(page: Page, ending: str) -> None:
    """Requests to such addresses get no answer from now on. One sent at once could still miss the new route."""
    page.route(f"**/{ending}", lambda route: route.abort())
    probe = "(address) => fetch(address).then(() => false, () => true)"
    eventually(page, lambda: page.evaluate(probe, f"/probe/{ending}"))


def written_down(page: Page) -> list[dict[str, Any]]:
    """What the outbox holds on the disk. A tab killed before it is there loses it."""
    return page.evaluate(OUTBOX)


def notices(page: Page):
    return page.locator("[data-part=notices]")


def trouble(page: Page):
    return page.locator("[data-part=trouble]")
