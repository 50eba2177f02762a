"""What the tests of the desk do there: sign in, press keys, read what is stored."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from annotator.models import Membership, Score, Seat, SeatState, User
from moments.models import Clip
from tests.factories import PASSWORD

STORED = """(name) => new Promise((resolve) => {
  const request = indexedDB.open(name);
  request.onsuccess = () => {
    const all = request.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => { request.result.close(); resolve(all.result); };
  };
})"""
LOADED = """(names) => {
  const loaded = performance.getEntriesByType("resource").filter((entry) => entry.responseStatus === 200);
  return names.every((name) => loaded.some((entry) => entry.name.includes(name)));
}"""
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
    expect(page.locator("body")).to_have_attribute("data-unsent", "0")
    expect(page.locator("[data-part=status]")).to_have_text("All saved")


def stored() -> dict[str, int]:
    """The current scores by seat."""
    rows = Score.objects.filter(current=True).values_list("seat__public_id", "relevance")
    return {str(seat): relevance for seat, relevance in rows}


def eventually(page: Page, claim: Callable[[], bool], within_s: float = 30) -> None:
    """Wait until the claim about the server is true."""
    deadline = time.monotonic() + within_s
    while not claim():
        assert time.monotonic() < deadline, "it never became true"
        page.wait_for_timeout(50)


def wait_for_held_clips(page: Page, member: Membership) -> None:
    """Wait until the line may go away: every pair that the person holds is at the desk, and its clip whole."""
    held = Seat.objects.filter(annotator=member, state=SeatState.HELD)
    names = [clip.name for clip in Clip.objects.filter(moment__in=held.values("pair__moment"))]
    page.wait_for_function(LOADED, arg=names)


def lose(page: Page, ending: str) -> None:
    """Requests to such addresses get no answer from now on. One sent at once could still miss the new route."""
    page.route(f"**/{ending}", lambda route: route.abort())
    probe = "(address) => fetch(address).then(() => false, () => true)"
    eventually(page, lambda: page.evaluate(probe, f"/probe/{ending}"))


def wait_until_written_down(page: Page, *levels: int) -> None:
    """Wait until the outbox holds these scores on the disk: from then on the tab may be killed."""
    eventually(page, lambda: sorted(entry["relevance"] for entry in written_down(page)) == sorted(levels))


def written_down(page: Page, name: str = "reelevance-desk") -> list[dict[str, Any]]:
    """What the outbox, or another store, holds on the disk. A tab killed before it is there loses it."""
    return page.evaluate(STORED, name)


def notices(page: Page):
    return page.locator("[data-part=notices]")


def trouble(page: Page):
    return page.locator("[data-part=trouble]")
