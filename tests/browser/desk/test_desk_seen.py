"""What a person must see at the desk on every screen: the whole query or that it goes on, trouble, and the way out."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_desk import READY, open_desk, pair_shown, press, sign_in, trouble
from tests.browser.axe import violations
from tests.browser.desk.test_desk_accessible import BOX, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WORDS = (
    "A person in a dark jacket walks slowly across a busy street, holding a red umbrella, and looks back twice. " * 40
)
SHOW = """(words) => {
  document.querySelector("[data-part=query]").textContent = words;
  document.querySelector("[data-part=query-box]").style.setProperty("--root", Math.sqrt(words.length));
}"""
WHOLE = [((390, 844), 200), ((360, 640), 130), ((1280, 600), 396), ((1440, 900), 500)]


def test_a_query_is_whole_on_every_screen_or_says_that_it_goes_on(page, live_server, member):
    open_desk(page, live_server, member)
    box, more = page.locator("[data-part=query-box]"), page.locator("[data-part=query-more]")
    for (width, height), longest in WHOLE:
        page.set_viewport_size({"width": width, "height": height})
        for length in (longest, longest * 2 // 3, longest // 2):
            page.evaluate(SHOW, WORDS[:length])
            assert box.evaluate("(box) => box.scrollHeight <= box.clientHeight"), (width, length)
        expect(more).to_be_hidden()
        page.evaluate(SHOW, WORDS)
        expect(more).to_be_visible()
        more.get_by_role("button").click()
        page.wait_for_function("() => document.querySelector('[data-part=query-box]').scrollTop > 20")
        box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
        expect(more).to_be_hidden()
        stage = page.locator("[data-part=stage]").evaluate(BOX)
        assert stage[3] - stage[1] >= 120, (width, height)
        box.evaluate("(box) => box.scrollTo(0, 0)")
    expect(more).to_be_visible()
    assert violations(page) == []


def test_on_a_phone_the_menu_leads_to_the_day_and_out_and_trouble_hides_nothing(new_page, live_server, member):
    page = new_page(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    open_desk(page, live_server, member)
    page.get_by_role("button", name="Menu").tap()
    menu = page.locator("#keys")
    for words in ("My day", "Sign out", "Done"):
        expect(menu.get_by_text(words, exact=True)).to_be_in_viewport(ratio=1)
    expect(menu.get_by_text(member.user.username)).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    menu.get_by_text("Done").tap()
    page.context.set_offline(True)
    press(page, "3")
    expect(trouble(page)).to_be_visible()
    line = trouble(page).evaluate(BOX)
    for width, height in ((360, 640), (390, 844), (1280, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        line, bar, query = (page.locator(one).evaluate(BOX) for one in ("[data-part=trouble]", ".bar", ".desk-query"))
        assert bar[3] <= line[1] < line[3] <= query[1]
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.locator('[data-level="4"]').evaluate(BOX)[3] <= height
        status = page.locator("[data-part=status]")
        assert status.evaluate("(status) => status.scrollWidth <= status.clientWidth"), (width, height)


def test_a_finger_leaves_no_level_looking_chosen(new_page, live_server, member):
    page = new_page(**PHONE)
    first = open_desk(page, live_server, member)
    page.locator('[data-level="3"]').tap()
    pair_shown(page, first)
    page.wait_for_timeout(500)
    borders = [
        page.locator(f'[data-level="{n}"]').evaluate("(one) => getComputedStyle(one).borderColor") for n in (2, 3)
    ]
    assert borders[0] == borders[1]


def test_a_clip_that_is_not_there_says_so_and_has_keys(page, live_server, member):
    page.route("**/clips/**", lambda route: route.abort())
    sign_in(page, live_server, member)
    page.wait_for_selector("body[data-mode=broken][data-started=whole]")
    page.keyboard.press("3")
    expect(page.locator("[data-part=hint]")).to_have_text("The clip has not loaded yet.")
    expect(page.locator('[data-level="3"]')).to_have_css("opacity", "0.5")
    expect(page.locator("[data-part=retry]")).to_have_text("Try again R")
    page.keyboard.press("x")
    expect(page.locator("#report [value=broken_clip]")).to_be_checked()
    page.keyboard.press("Escape")
    page.unroute("**/clips/**")
    page.keyboard.press("r")
    page.wait_for_selector(READY)
    expect(page.locator("[data-part=hint]")).to_be_empty()
    expect(page.locator('[data-level="3"]')).to_have_css("opacity", "1")


def test_a_clip_that_waits_says_how_to_play_it(new_page, live_server, member):
    page = new_page(reduced_motion="reduce")
    open_desk(page, live_server, member)
    note = page.get_by_role("button", name="Paused – press Space to play")
    expect(note).to_be_visible()
    page.keyboard.press("Space")
    expect(note).to_be_hidden()
    page.keyboard.press("Space")
    expect(note).to_be_hidden()  # paused by hand
    press(page, "2")
    expect(note).to_be_visible()
    note.click(position={"x": 20, "y": 20})  # anywhere on the frame
    expect(note).to_be_hidden()
    expect(page.locator("[data-play=toggle]")).to_have_attribute("aria-pressed", "false")
    box = page.locator("[data-part=query-box]")
    page.evaluate(SHOW, WORDS[:300])
    assert box.evaluate("(box) => box.scrollHeight <= box.clientHeight")  # the size comes with the words


def test_a_closed_dialog_leaves_no_button_marked(page, live_server, member):
    open_desk(page, live_server, member)
    for close in (lambda: page.click("#keys [data-close]"), lambda: page.keyboard.press("Escape")):
        page.click("[data-do=keys]")
        close()
        expect(page.locator("#keys")).to_be_hidden()
        page.wait_for_function("() => document.activeElement.tagName === 'BODY'")
