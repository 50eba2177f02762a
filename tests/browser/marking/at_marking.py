"""What the tests of the marking desk do there: open it, press keys, read the numbers in its pictures."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from annotator.models import Membership
from moments.models import Campaign
from tests.browser.at_desk import begin_session, eventually
from tests.browser.conftest import PATIENCE_MS
from tests.browser.marking.stub import Stub
from tests.factories import make_campaign, make_member
from tests.rig.numbered import BITS

# The number that the picture of a video shows, or null while it shows none.
NUMBER = """([selector, bits]) => {
  const video = document.querySelector(selector);
  if (video.readyState < 2 || video.seeking) return null;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext("2d");
  context.drawImage(video, 0, 0);
  const row = context.getImageData(0, canvas.height >> 1, canvas.width, 1).data;
  let number = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    number += row[4 * Math.floor(((bit + 0.5) * canvas.width) / bits)] > 120 ? 2 ** bit : 0;
  }
  return number;
}"""
MAIN, START, END = "[data-part=video]", "[data-edge=start] video", "[data-edge=end] video"


def marker() -> Membership:
    """Somebody who marks in a campaign of that kind."""
    campaign = make_campaign()
    Campaign.objects.filter(pk=campaign.pk).update(kind="mark")
    return make_member(Campaign.objects.get(pk=campaign.pk))


def open_marking(page: Page, server: Any, member: Membership, stub: Stub) -> Page:
    """The desk of somebody who has signed in already, with a server's answers from the stub."""
    stub.install(page)
    return enter(page, server, member)


def enter(page: Page, server: Any, member: Membership, desk: str = "mark") -> Page:
    """The desk of somebody who has signed in already."""
    begin_session(page, server, member.user)
    return go(page, server, member, desk)


def go(page: Page, server: Any, member: Membership, desk: str = "mark") -> Page:
    """To the desk, in another tab or again."""
    page.goto(f"{server.url}/c/{member.campaign.slug}/{desk}/")
    page.wait_for_selector("body[data-started=whole]")
    return page


def ready(page: Page) -> Page:
    page.wait_for_selector("body[data-mode=ready]")
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def seek(page: Page, ms: int) -> None:
    """By typing the time."""
    press(page, "t")
    page.keyboard.type(f"{ms / 1000:.3f}")
    press(page, "Enter")


def shows(page: Page, selector: str, number: int) -> None:
    """Waits until the picture shows that number."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while (seen := page.evaluate(NUMBER, [selector, BITS])) != number and time.monotonic() < deadline:
        page.wait_for_timeout(30)
    assert seen == number, f"the picture shows {seen}"


def position_ms(page: Page) -> int:
    """The time of the frame in view."""
    return int(page.locator("[data-part=whole]").get_attribute("aria-valuenow") or 0)


def hear_of_bookmark(page: Page, ms: int) -> None:
    """Goes to the only bookmark, which another tab has set: it hears of that a moment later."""

    def has_gone_there() -> bool:
        press(page, "b")
        return position_ms(page) == ms

    eventually(page, has_gone_there)


def mark_frames(page: Page, stub: Stub, first: int, last: int) -> None:
    """A segment from one frame to another, both in it."""
    table = stub.video.table
    seek(page, table.start_ms(first))
    press(page, "i")
    seek(page, table.start_ms(last))
    press(page, "o", "Enter")


def segments(page: Page) -> list[str]:
    return page.locator("[data-part=segments] .segment-times").all_text_contents()


def hint(page: Page, words: str) -> None:
    expect(page.locator("[data-part=hint]")).to_have_text(words)


def all_saved(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-unsent", "0")
