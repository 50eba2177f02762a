from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player_page import clips
from tests.browser.player_page.driving import (
    KINDS,
    ROUND_MS,
    add,
    close_to,
    frame_shown,
    get_ready,
    open_page,
    show,
    slow,
    wait_for_frame,
    watch,
)

pytestmark = pytest.mark.browser


def test_the_browser_says_what_it_really_plays(page, store):
    open_page(page, store)
    assert page.evaluate("desk.player.plays") == ["video/mp4", "image/webp", "image/gif"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_ready_clip_is_in_the_stage_when_show_returns(page, store, kind):
    pairs = [slow(store, number, kind, frame_s=5) for number in (1, 2, 3)]
    get_ready(open_page(page, store), pairs)
    for number, shown in enumerate(pairs, start=1):
        colour, outcome = page.evaluate(
            "async (pair) => { const outcome = desk.player.show(pair); return [desk.colour(), await outcome]; }", shown
        )
        assert close_to(colour, clips.colour(number, 0))
        assert outcome == "shown"
        expect(page.locator("[data-in-view]")).to_have_count(1)


@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_and_counts_full_plays_at_every_speed(page, store, kind):
    shown = add(store, 1, kind)
    get_ready(open_page(page, store), [shown])
    for speed in (1, 2):
        page.evaluate("speed => desk.player.setSpeed(speed)", speed)
        took = page.evaluate(
            """async (pair) => {
                desk.events.length = 0;
                desk.player.clear();
                await desk.until(() => desk.player.isReady(pair.id));
                const begin = performance.now();
                await desk.player.show(pair);
                await desk.until(() => desk.player.watch().plays >= 2);
                return performance.now() - begin;
            }""",
            shown,
        )
        assert took >= 1.75 * ROUND_MS / speed
        assert page.evaluate("desk.events.filter((name) => name === 'full').length") == 1
        seen = watch(page)
        assert seen["full"] is True
        assert seen["shown_ms"] >= 1.6 * ROUND_MS / speed


@pytest.mark.parametrize("kind", KINDS)
def test_a_restart_is_no_full_play(page, store, kind):
    shown = add(store, 1, kind)
    get_ready(open_page(page, store), [shown])
    show(page, shown)
    plays = page.evaluate(
        """async ([wanted, most]) => {
            for (let turn = 0; turn < 3; turn += 1) {
                await desk.until(() => desk.colour().every((part, i) => Math.abs(part - wanted[i]) <= most));
                desk.player.restart();
            }
            return desk.player.watch().plays;
        }""",
        [list(clips.colour(1, 1)), clips.MOST_OFF],
    )
    assert plays == 0
    wait_for_frame(page, 1, 0)
    page.evaluate("desk.until(() => desk.player.watch().full)")


@pytest.mark.parametrize("kind", KINDS)
def test_showing_the_clip_in_view_again_restarts_it(page, store, kind):
    shown = add(store, 1, kind)
    get_ready(open_page(page, store), [shown])
    show(page, shown)
    wait_for_frame(page, 1, 4)
    began = page.evaluate(
        "async (pair) => [await desk.player.show(pair), desk.player.watch().plays, desk.player.watch().shown_ms]", shown
    )
    assert began[:2] == ["shown", 0]
    assert began[2] < ROUND_MS / 2
    wait_for_frame(page, 1, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_go_frame_by_frame_and_pause(page, store, kind):
    shown = add(store, 1, kind, frames=6)
    get_ready(open_page(page, store), [shown])
    show(page, shown)
    page.evaluate("desk.player.restart()")
    page.evaluate("desk.player.toggle()")
    wait_for_frame(page, 1, 0)
    page.evaluate("desk.player.step(-1)")
    for wanted in (1, 2, 3, 4, 5, 0):
        page.evaluate("desk.player.step(1)")
        wait_for_frame(page, 1, wanted)
    page.evaluate("desk.player.step(1)")
    wait_for_frame(page, 1, 1)
    page.evaluate("desk.player.step(-1)")
    wait_for_frame(page, 1, 0)
    page.wait_for_timeout(300)
    assert frame_shown(page, 1) == 0
    expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-pressed", "true")


def test_frames_of_a_video_are_found_without_their_number(page, store):
    shown = add(store, 1, "mp4")
    get_ready(open_page(page, store), [shown])
    show(page, shown)
    page.evaluate("desk.until(() => desk.player.watch().full)")
    page.evaluate("desk.player.restart()")
    page.evaluate("desk.player.toggle()")
    wait_for_frame(page, 1, 0)
    for wanted in (1, 2, 3):
        page.evaluate("desk.player.step(1)")
        wait_for_frame(page, 1, wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_in_a_row_are_no_full_play(page, store, kind):
    shown = add(store, 1, kind, frames=6)
    get_ready(open_page(page, store), [shown])
    show(page, shown)
    page.evaluate("for (let i = 0; i < 13; i += 1) desk.player.step(1)")
    page.wait_for_timeout(400)
    assert watch(page)["plays"] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_pause_stays_at_its_frame_and_the_next_clip_plays_again(page, store, kind):
    pairs = [add(store, number, kind) for number in (1, 2)]
    get_ready(open_page(page, store), pairs)
    show(page, pairs[0])
    wait_for_frame(page, 1, 2)
    page.click("[data-play=toggle]")
    frame = frame_shown(page, 1)
    page.wait_for_timeout(700)
    assert frame_shown(page, 1) == frame
    show(page, pairs[1])
    expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-pressed", "false")
    wait_for_frame(page, 2, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_reduced_motion_waits_at_the_first_frame_of_every_clip(browser: Browser, store, kind):
    context = browser.new_context(reduced_motion="reduce")
    page = open_page(context.new_page(), store)
    pairs = [add(store, number, kind) for number in (1, 2)]
    get_ready(page, pairs)
    for number, shown in enumerate(pairs, start=1):
        assert show(page, shown) == "shown"
        page.wait_for_timeout(600)
        assert frame_shown(page, number) == 0
        page.click("[data-play=toggle]")
        wait_for_frame(page, number, 2)
    context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_going_back_to_a_clip_shows_its_first_frame(page, store, kind):
    pairs = [slow(store, number, kind, frame_s=1) for number in (1, 2)]
    get_ready(open_page(page, store), pairs)
    show(page, pairs[0])
    wait_for_frame(page, 1, 1)
    show(page, pairs[1])
    page.evaluate("desk.until(() => desk.player.isReady(pairs[0].id))")
    colour = page.evaluate("(desk.player.show(pairs[0]), desk.colour())")
    assert close_to(colour, clips.colour(1, 0))
    page.evaluate("desk.until(() => desk.player.watch().full)")


@pytest.mark.parametrize("kind", KINDS)
def test_a_hidden_tab_plays_nothing_and_its_time_does_not_count(page, store, kind):
    shown = add(store, 1, kind)
    get_ready(open_page(page, store), [shown])
    show(page, shown)
    page.evaluate(
        """async ([wanted, most]) => {
            await desk.until(() => desk.colour().every((part, i) => Math.abs(part - wanted[i]) <= most));
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        [list(clips.colour(1, 2)), clips.MOST_OFF],
    )
    before, frame = watch(page), frame_shown(page, 1)
    page.wait_for_timeout(600)
    assert watch(page) == before
    assert frame_shown(page, 1) == frame
    page.evaluate("delete document.hidden")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("desk.until(() => desk.player.watch().full)")
    assert watch(page)["shown_ms"] > before["shown_ms"]


def test_the_buttons_do_what_they_say_and_say_what_is(page, store):
    shown = add(store, 1, "mp4")
    get_ready(open_page(page, store), [shown])
    button = {name: page.locator(f"[data-play={name}]") for name in ("toggle", "back", "faster", "normal", "restart")}
    expect(button["back"]).to_have_attribute("aria-label", "One frame back")
    expect(button["toggle"]).to_have_attribute("aria-disabled", "true")
    show(page, shown)
    expect(button["toggle"]).to_have_attribute("aria-disabled", "false")
    button["faster"].click()
    expect(button["faster"]).to_have_attribute("aria-pressed", "true")
    expect(button["normal"]).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("desk.inView().playbackRate") == 2
    button["back"].click()
    expect(button["toggle"]).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("desk.inView().paused") is True
    button["restart"].click()
    expect(button["toggle"]).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("desk.inView().paused") is False


def test_the_speed_is_kept_from_day_to_day(page, store):
    shown = add(store, 1, "mp4")
    open_page(page, store)
    page.evaluate("desk.player.setSpeed(0.5)")
    page.evaluate("desk.player.setSpeed(7)")
    open_page(page, store)
    show(page, shown)
    assert page.evaluate("desk.inView().playbackRate") == 0.5


def test_a_browser_that_keeps_nothing_plays_all_the_same(page, store):
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    open_page(page, store)
    page.evaluate("desk.player.setSpeed(2)")
    assert show(page, add(store, 1, "mp4")) == "shown"
