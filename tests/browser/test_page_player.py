"""The desk's player on leads' pages: stills that open large, players that stand in the page, keys, refusals."""

import pytest
from playwright.sync_api import expect

from moments.models import Clip
from tests.browser.at_desk import begin_session, eventually, lose
from tests.browser.axe import violations
from tests.browser.conftest import at_work
from tests.factories import make_admin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_ms(page) -> int:
    return int(page.locator("[data-play=seek]").input_value())


def faults(page) -> list[str]:
    """What axe finds in either colour scheme, once buttons have changed theirs."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        found += violations(page)
    return found


def test_stills_open_in_a_box_and_a_clip_plays_in_the_page(new_page, live_server):
    campaign = at_work(pairs=3).campaign
    page = new_page()
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/c/{campaign.slug}/corpus/moments/")
    stills, moving = page.locator("[data-player=box]"), page.locator("[data-moving]")
    expect(stills.nth(1).locator("canvas")).to_have_count(1)
    expect(moving).to_have_count(0)
    stills.nth(1).hover()
    expect(moving).to_have_count(1)
    page.mouse.move(0, 0)
    expect(moving).to_have_count(0)

    stills.nth(1).click()
    frame = page.locator("dialog[open] .page-player")
    expect(frame).to_have_attribute("data-mode", "ready")
    expect(frame).to_be_focused()
    expect(page.locator("[data-part=caption]")).to_have_text(stills.nth(1).get_attribute("data-caption"))
    toggle, back = page.locator("[data-play=toggle]"), page.get_by_role("button", name="One frame back")
    page.keyboard.press("Space")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    page.keyboard.press("]")
    eventually(page, lambda: at_ms(page) > 0)
    stepped = at_ms(page)
    back.click()
    eventually(page, lambda: at_ms(page) < stepped)
    page.keyboard.press(".")
    expect(page.locator("[data-play=faster]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(",")
    page.locator("[data-play=seek]").fill(str(int(page.locator("[data-play=seek]").get_attribute("max")) * 3 // 4))
    eventually(page, lambda: at_ms(page) > stepped)
    expect(page.locator("[data-play=time]")).to_contain_text(" / ")
    page.keyboard.press("j")
    expect(frame).to_have_attribute("aria-label", f"The clip of {stills.nth(2).get_attribute('data-name')}")
    assert faults(page) == []
    page.keyboard.press("j")  # there is no further one
    expect(page.locator("[data-part=next]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(stills.nth(2)).to_be_focused()

    first = campaign.pairs.order_by("number").first()
    page.goto(f"{live_server.url}/c/{campaign.slug}/pairs/{first.number}/why/")
    frame = page.locator(".clip-here .page-player")
    expect(frame).to_have_attribute("data-mode", "ready")
    expect(page.locator("body")).to_be_focused()  # it plays, and the keys stay the page's
    expect(toggle).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert faults(page) == []
    page.locator(".page-player-stage").click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    back.focus()
    page.keyboard.press("Escape")
    expect(frame).to_have_count(0)
    expect(page.locator("[data-player=now]")).to_be_focused()

    lose(page, "clips/*")
    page.keyboard.press("Enter")
    expect(frame.locator("[data-part=note]")).to_contain_text("The clip did not load.")
    page.unroute("**/clips/*")
    frame.get_by_role("button", name="Try again").click()
    expect(frame).to_have_attribute("data-mode", "ready")
    Clip.objects.filter(moment=first.moment).update(state="failed", reason="the film ends before")
    page.reload()
    expect(page.locator(".clip-here")).to_have_text(
        f"The clip of pair {first.number} could not be cut: the film ends before"
    )
