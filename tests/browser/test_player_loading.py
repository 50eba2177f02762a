from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.player_page import clips
from tests.browser.player_page.driving import (
    KINDS,
    TYPES,
    add,
    close_to,
    frame_shown,
    get_ready,
    open_page,
    show,
    wait_for_frame,
    watch,
)
from tests.browser.player_page.server import pair, serving

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("fault", ["404…", "403…", "500…", "cut…", "hang…"])
def test_a_clip_that_does_not_arrive_is_broken(page, store, fault):
    open_page(page, store, "?patience=500")
    assert show(page, add(store, 1, "mp4", fault)) == "broken"
    expect(page.locator(".player-clip")).to_have_count(0)
    assert show(page, add(store, 2, "mp4")) == "shown"
    frame_shown(page, 2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_clip_of_the_wrong_bytes_is_broken(page, store, kind):
    open_page(page, store)
    whole = getattr(clips, kind)(1)
    bodies = {
        "empty": b"",
        "html": b"<!doctype html><title>Sign in</title>" + b" " * 2000,
        "nonsense": b"\x00\x01nonsense" * 200,
        "other": clips.mp4(1) if kind == "gif" else clips.gif(1),
    }
    for name, body in bodies.items():
        url = store.put(name, body)
        assert show(page, pair(name, url, TYPES[kind])) == "broken"
        expect(page.locator("[data-in-view]")).to_have_count(0)
    short = pair("short", store.put("short", whole[: len(whole) * 2 // 3]), TYPES[kind], bytes=len(whole))
    assert show(page, short) == "broken"
    assert show(page, add(store, 2, kind)) == "shown"


def test_a_video_without_pictures_or_with_damaged_ones_is_broken(page, store):
    open_page(page, store)
    whole = clips.busy_mp4(1)
    begin = whole.index(b"mdat") + 4
    damaged = whole[:begin] + b"\x55" * (len(whole) - begin)
    assert show(page, add(store, 1, "mp4", body=damaged)) == "broken"
    assert show(page, add(store, 2, "mp4", body=whole[:begin].replace(b"trak", b"free"))) == "broken"


def test_a_video_cut_off_is_broken_though_its_size_is_not_known(page, store):
    open_page(page, store)
    whole = clips.mp4(1)
    assert show(page, add(store, 1, "mp4", body=whole[: len(whole) - 200])) == "broken"


def test_a_clip_that_breaks_in_its_middle_is_reported_and_taken_out_of_view(page, store):
    open_page(page, store)
    whole = clips.gif(1)
    assert show(page, add(store, 1, "gif", body=whole[: len(whole) * 2 // 3])) == "shown"
    page.evaluate("desk.until(() => desk.events.includes('broken'))")
    expect(page.locator(".player-clip")).to_have_count(0)
    seen = watch(page)
    assert seen["full"] is False
    page.wait_for_timeout(200)
    assert watch(page) == seen
    expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-disabled", "true")


def test_a_pair_without_a_clip_is_broken(page, store):
    open_page(page, store)
    good = add(store, 1, "mp4")
    show(page, good)
    assert show(page, {"id": "none", "clip": None}) == "broken"
    expect(page.locator("[data-in-view]")).to_have_count(0)
    assert watch(page) == {"shown_ms": 0, "plays": 0, "full": False}


@pytest.mark.parametrize("fault", ["503", "cut"])
def test_a_passing_fault_is_overcome_without_a_word(page, store, fault):
    open_page(page, store)
    assert show(page, add(store, 1, "mp4", fault)) == "shown"
    assert store.asked == ["1.mp4", "1.mp4"]


@pytest.mark.parametrize("kind", KINDS)
def test_trying_again_after_a_broken_load_shows_the_clip(page, store, kind):
    open_page(page, store)
    shown = add(store, 1, kind, "404")
    assert show(page, shown) == "broken"
    assert page.evaluate("pair => desk.player.retry(pair)", shown) == "shown"
    frame_shown(page, 1)
    assert page.evaluate("pair => desk.player.retry(pair)", shown) == "shown"
    assert store.asked == [f"1.{kind}"] * 3


def test_only_what_failed_in_passing_is_fetched_again(page, store):
    open_page(page, store)
    pairs = [add(store, 1, "mp4"), add(store, 2, "mp4", "503", "503"), add(store, 3, "mp4", "404")]
    get_ready(page, pairs[:1])
    page.evaluate("pairs => desk.player.hold(pairs)", pairs)
    for _ in range(50):
        if len(store.asked) == 4:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(200)
    page.evaluate("desk.player.fetchAgain(); desk.until(() => desk.player.isReady('2.mp4'))")
    assert sorted(store.asked) == ["1.mp4", "2.mp4", "2.mp4", "2.mp4", "3.mp4"]


def test_a_later_show_or_clear_supersedes(page, store):
    open_page(page, store)
    slow, quick = add(store, 1, "mp4", "slow…"), add(store, 2, "gif")
    outcomes = page.evaluate(
        """([slow, quick]) => Promise.all([desk.player.show(slow), desk.player.show(quick)])""", [slow, quick]
    )
    assert outcomes == ["superseded", "shown"]
    assert page.evaluate(
        "pair => { const word = desk.player.show(pair); desk.player.clear(); return word; }", slow
    ) == ("superseded")
    page.wait_for_timeout(600)
    expect(page.locator("[data-in-view]")).to_have_count(0)
    expect(page.locator(".player-clip")).to_have_count(0)


def test_clips_are_fetched_in_order_and_two_at_a_time(page, store):
    open_page(page, store)
    pairs = [add(store, number, "mp4", "slow…") for number in range(6)]
    get_ready(page, pairs)
    every = sum(map(len, store.clips.values()))
    page.evaluate("bytes => desk.until(() => desk.player.heldBytes() === bytes)", every)
    assert sorted(store.asked[:2]) == ["0.mp4", "1.mp4"]
    assert sorted(store.asked) == [f"{number}.mp4" for number in range(6)]
    assert store.most_at_once == 2
    page.evaluate("desk.player.hold(pairs); desk.player.hold(pairs)")
    page.wait_for_timeout(300)
    assert len(store.asked) == 6
    expect(page.locator(".player-clip")).to_have_count(3)


def test_what_is_not_needed_any_more_is_let_go(page, store):
    open_page(page, store, "?patience=5000")
    hanging = [add(store, number, "mp4", "hang…") for number in range(2)]
    wanted = add(store, 5, "mp4")
    page.evaluate("pairs => desk.player.hold(pairs)", hanging)
    page.wait_for_timeout(200)
    get_ready(page, [wanted])
    assert show(page, wanted) == "shown"
    page.evaluate("desk.player.hold([]), desk.player.clear()")
    expect(page.locator(".player-clip")).to_have_count(0)
    assert page.evaluate("[desk.player.heldBytes(), desk.addresses.size]") == [0, 0]


def test_the_clip_waited_for_does_not_queue(page, store):
    open_page(page, store)
    ahead = [add(store, number, "mp4", "hang…") for number in range(2)]
    page.evaluate("pairs => desk.player.hold(pairs)", ahead)
    page.wait_for_timeout(200)
    assert show(page, add(store, 4, "mp4")) == "shown"


@pytest.mark.parametrize("kind", KINDS)
def test_a_store_that_refuses_programs_still_shows_its_clips(page, store, kind):
    with serving() as other:
        store.other = other.url
        open_page(page, store)
        pairs = [add(other, number, kind) for number in (1, 2)]
        get_ready(page, pairs)
        assert [show(page, shown) for shown in pairs] == ["shown", "shown"]
        assert show(page, add(other, 3, kind, "404…")) == "broken"
        assert page.evaluate("desk.player.heldBytes()") == 0


def test_without_a_decoder_pictures_play_as_they_are(page, store):
    open_page(page, store, "?plain")
    pairs = [add(store, number, "gif") for number in (1, 2)]
    get_ready(page, pairs)
    assert show(page, pairs[0]) == "shown"
    assert close_to(page.evaluate("desk.colour()"), clips.colour(1, 0))
    expect(page.locator("[data-in-view] img")).to_have_count(1)
    expect(page.locator("[data-play=forward]")).to_have_attribute("aria-disabled", "true")
    page.evaluate("desk.until(() => desk.player.watch().full)")
    page.click("[data-play=toggle]")
    expect(page.locator("[data-in-view] canvas")).to_have_count(1)
    page.click("[data-play=restart]")
    expect(page.locator("[data-in-view] img")).to_have_count(1)
    show(page, pairs[1])
    page.evaluate("desk.until(() => desk.player.isReady(pairs[0].id))")
    assert show(page, pairs[0]) == "shown"
    page.evaluate("desk.player.hold([]), desk.player.clear()")
    assert page.evaluate("desk.addresses.size") == 0


def test_pictures_let_go_while_they_are_decoded_leave_nothing_behind(page, store):
    open_page(page, store, "?plain")
    pairs = [add(store, number, "gif") for number in (1, 2)]
    get_ready(page, pairs)
    show(page, pairs[0])
    page.click("[data-play=restart]")
    expect(page.locator("[data-in-view] img")).to_have_count(1)
    held = page.evaluate("desk.player.restart(), desk.addresses.size")
    assert held > 2  # one of each clip, and one that begins anew
    left = page.evaluate("desk.player.restart(), desk.player.hold([]), desk.player.clear(), desk.addresses.size")
    assert left == 0


def test_a_picture_too_large_to_keep_decoded_plays_and_steps(page, store):
    open_page(page, store)
    big = add(store, 1, "gif", body=clips.gif(1, size=(2048, 1400)))
    assert show(page, big) == "shown"
    page.evaluate("desk.until(() => desk.player.watch().full)")
    page.evaluate("desk.player.step(1)")
    page.wait_for_timeout(300)
    frame = frame_shown(page, 1)
    page.evaluate("desk.player.step(1)")
    wait_for_frame(page, 1, (frame + 1) % 6)
    if frame:
        page.evaluate("desk.player.step(-1)")
        wait_for_frame(page, 1, frame)


def test_two_hundred_clips_leave_nothing_behind(page, store):
    open_page(page, store)
    pairs = [add(store, number, KINDS[number % 3]) for number in range(6)]
    devtools = page.context.new_cdp_session(page)
    run = """async ([pairs, from, to]) => {
        const at = (place) => ({ ...pairs[place % pairs.length], id: `shown-${place}` });
        for (let place = from; place < to; place += 1) {
            const ahead = Array.from({ length: 6 }, (_, i) => at(place + 1 + i));
            const word = desk.player.show(at(place));
            desk.player.hold(ahead);
            if (await word !== "shown") throw new Error(`${place} ${await word}`);
        }
        await desk.until(() => [1, 2, 3].every((i) => desk.player.isReady(`shown-${to - 1 + i}`)));
    }"""

    def counted() -> dict[str, int]:
        devtools.send("HeapProfiler.collectGarbage")
        return {
            "elements": page.evaluate("document.querySelectorAll('*').length"),
            "addresses": page.evaluate("desk.addresses.size"),
            "nodes": devtools.send("Memory.getDOMCounters")["nodes"],
            "held": page.evaluate("desk.player.heldBytes()"),
        }

    page.evaluate(run, [pairs, 0, 20])
    first = counted()
    page.evaluate(run, [pairs, 20, 200])
    last = counted()
    print(f"after 20 clips {first}, after 200 {last}")  # noqa: T201
    assert last["elements"] == first["elements"]
    assert last["addresses"] <= 4
    assert last["nodes"] <= first["nodes"] + 40
    assert last["held"] <= sum(map(len, store.clips.values())) + max(map(len, store.clips.values()))
    page.evaluate("desk.player.close()")
    assert page.evaluate("[desk.addresses.size, document.querySelectorAll('.player, .player-clip').length]") == [0, 0]
