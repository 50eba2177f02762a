"""What the desk does with the player: controls by button and key, early presses, what is stored of watching."""

import pytest
from playwright.sync_api import expect

from annotator.models import Score, Seat
from moments.models import Campaign
from tests.browser.at_desk import (
    all_saved,
    eventually,
    in_view,
    open_desk,
    pair_shown,
    press,
    sign_in,
    stored,
    trouble,
    wait_for_held_clips,
)
from tests.browser.conftest import at_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]
FULL_PLAY_MS = 1500  # the test clips last 0.9 s
AT_HAND = 4  # clips at their first frame: the one in view and the next three


def toggle(page):
    return page.locator("[data-play=toggle]")


def test_keys_pause_and_play_set_the_speed_and_step_by_frames(page, live_server, member):
    first = open_desk(page, live_server, member)
    for key in ("Space", "p"):
        page.keyboard.press(key)
        expect(toggle(page), f"{key} pauses").to_have_attribute("aria-pressed", "true")
        page.keyboard.press(key)
        expect(toggle(page), f"{key} plays").to_have_attribute("aria-pressed", "false")
    for key in ("]", "[", "Shift+ArrowRight", "Shift+ArrowLeft"):
        page.keyboard.press(key)
        expect(toggle(page), f"{key} pauses").to_have_attribute("aria-pressed", "true")
        page.keyboard.press("r")
        expect(toggle(page), f"R plays after {key}").to_have_attribute("aria-pressed", "false")
    for keys, speed in ((",", "slower"), ("-", "slower"), (".", "faster"), ("+", "faster"), (".,", "normal")):
        page.click("[data-play=normal]")
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(f"[data-play={speed}]"), f"{keys} gives {speed}").to_have_attribute("aria-pressed", "true")
    assert in_view(page) == first


def lose_clips_after(page, count):
    """Only so many clips arrive; returns once all the others have failed twice."""
    passed, failed = set(), []

    def lose(route):
        address = route.request.url
        if address in passed or len(passed) < count:
            passed.add(address)
            route.fallback()
        else:
            failed.append(address)
            route.abort()

    page.route("**/clips/**", lose)
    return lambda: eventually(page, lambda: len(failed) == 2 * (6 - count))


def test_clips_that_were_cut_off_come_when_the_line_is_back(page, live_server, member):
    all_failed = lose_clips_after(page, 1)
    open_desk(page, live_server, member)
    all_failed()
    expect(page.locator(".player-clip")).to_have_count(1)
    page.context.set_offline(True)
    page.unroute("**/clips/**")
    page.context.set_offline(False)
    expect(page.locator(".player-clip")).to_have_count(AT_HAND)


def test_clips_that_were_cut_off_come_when_the_server_answers_again(page, live_server, member):
    all_failed = lose_clips_after(page, 2)
    open_desk(page, live_server, member)
    all_failed()
    page.route("**/api/v1/**", lambda route: route.abort())
    press(page, "3")
    expect(trouble(page)).to_be_visible()
    for kept_back in ("**/clips/**", "**/api/v1/**"):
        page.unroute(kept_back)
    expect(trouble(page)).to_be_hidden()
    expect(page.locator(".player-clip")).to_have_count(AT_HAND)


def test_what_was_watched_is_stored_with_the_score(page, live_server, member):
    open_desk(page, live_server, member)
    page.wait_for_timeout(2 * FULL_PLAY_MS)
    press(page, "3")
    all_saved(page)
    score = Score.objects.get()
    assert score.plays >= 2
    assert 2 * FULL_PLAY_MS <= score.shown_ms <= 20000


def test_a_seat_counts_as_shown_only_when_its_clip_was(page, live_server, member):
    first = open_desk(page, live_server, member)
    press(page, "3")
    all_saved(page)
    held = Seat.objects.filter(annotator=member)
    eventually(page, lambda: held.filter(public_id=first, shown_at__isnull=False).exists())
    assert held.filter(state="held", shown_at=None).count() >= 4


def test_an_early_press_is_taken_with_a_quiet_word(page, live_server):
    member = at_work(pairs=3, frame_ms=1500)
    first = open_desk(page, live_server, member)
    press(page, "3")
    expect(page.locator("[data-part=hint]")).to_have_text("You scored the last clip before it had played to the end.")
    page.wait_for_timeout(3 * 1500 + 1000)
    second = press(page, "2")
    expect(page.locator("[data-part=hint]")).to_have_text("")
    all_saved(page)
    assert stored() == {first: 3, second: 2}


def test_an_early_press_waits_where_the_campaign_says_so(page, live_server):
    member = at_work(pairs=3, frame_ms=2000)
    Campaign.objects.update(early_press="block")
    sign_in(page, live_server, member)
    page.wait_for_selector("body[data-mode=ready]")
    first = in_view(page)
    page.wait_for_timeout(250)
    expect(page.locator('[data-level="3"]')).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("3")
    expect(page.locator("[data-part=hint]")).to_have_text("You can choose a level once the clip has played in full.")
    assert in_view(page) == first
    expect(page.locator('[data-level="3"]')).to_have_attribute("aria-disabled", "false")
    expect(page.locator("[data-part=hint]")).to_have_text("")
    page.keyboard.press("3")
    pair_shown(page, first)
    all_saved(page)
    assert stored() == {first: 3}


def test_off_says_nothing_of_early_presses(page, live_server, member):
    Campaign.objects.update(early_press="off")
    open_desk(page, live_server, member)
    press(page, "3")
    expect(page.locator("[data-part=hint]")).to_have_text("")


def test_the_swap_happens_inside_the_key_press(new_page, live_server):
    member = at_work(pairs=12)
    page = new_page()
    open_desk(page, live_server, member)
    wait_for_held_clips(page, member)
    expect(page.locator(".player-clip")).to_have_count(AT_HAND)
    page.evaluate(
        """() => {
          window.swaps = [];
          const press = (key) => {
            const before = document.body.dataset.pair;
            const event = { key, code: `Digit${key}`, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new KeyboardEvent("keydown", event));
            window.swaps.push({
              swapped: document.body.dataset.pair !== before,
              ready: document.body.dataset.mode === "ready",
              clip: document.querySelectorAll(".player-clip[data-in-view]").length,
            });
          };
          window.press = press;
        }"""
    )
    for number in range(8):
        page.evaluate("(key) => window.press(key)", str(number % 5))
        pair_shown(page, "none")
    swaps = page.evaluate("window.swaps")
    assert [(swap["swapped"], swap["ready"], swap["clip"]) for swap in swaps] == [(True, True, 1)] * 8
    all_saved(page)
    assert len(stored()) == 8
