"""What the tests of the writing desk do there: open it, begin a video, write, submit, look at what is stored."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from annotator.models import Ask, Membership
from tests.browser.marking.at_marking import all_saved, enter, mark_frames, press, ready
from tests.browser.marking.stub import Stub


def open_writing(page: Page, server: Any, member: Membership) -> Page:
    """The desk of somebody who has signed in already, as it is."""
    return enter(page, server, member, desk="write")


def begin(page: Page, server: Any, member: Membership) -> Page:
    """The desk with a video on it."""
    desk = open_writing(page, server, member)
    desk.wait_for_selector("body[data-mode=empty]")
    press(desk, "Enter")
    return ready(desk)


def write(page: Page, words: str) -> None:
    """The words of the question in view."""
    press(page, "c")
    page.keyboard.type(words)
    press(page, "Escape")


def write_whole(page: Page, film: Stub, words: str, first: int, last: int) -> None:
    """A question that could be submitted."""
    write(page, words)
    mark_frames(page, film, first, last)


def submit(page: Page) -> None:
    """Submits the question in view, and waits until it can no longer be taken back and is stored."""
    press(page, "Control+Enter")
    all_saved(page)


def words_of(page: Page) -> str:
    return page.locator("[data-part=words]").input_value()


def states(page: Page) -> list[str]:
    """What the list says of each question."""
    return page.locator("[data-part=asks] .ask-state").all_text_contents()


def asks_are(page: Page, *found: str) -> None:
    expect(page.locator("[data-part=asks] .ask-state")).to_have_text(list(found))


def stored() -> list[Ask]:
    return list(Ask.objects.order_by("number"))
