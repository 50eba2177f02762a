"""Everybody can mark: by keyboard, with a screen reader, on a narrow screen, in light and dark, in any language."""

from __future__ import annotations

import pytest
from django.utils.translation import trans_real
from playwright.sync_api import expect

from tests.browser.axe import in_light_and_dark
from tests.browser.desk.test_desk_languages import LANGUAGE, MadeUp
from tests.browser.marking.at_marking import mark_frames, marker, open_marking, press, ready
from tests.browser.marking.stub import Stub, numbered_video, seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]
SIZES = [{"width": 1440, "height": 900}, {"width": 1366, "height": 650}, {"width": 390, "height": 844}]


@pytest.fixture
def stub() -> Stub:
    table = numbered_video().table
    span = [table.start_ms(100), table.start_ms(200)]
    picture = {"key": "film", "at_ms": 5000}
    pieces = [{"span": span, "asks": "segment"}]
    return Stub(numbered_video(), [seat(1, task="ims", condition=picture), seat(2, pieces=pieces)])


@pytest.mark.parametrize(("size", "scheme"), [(SIZES[0], "light"), (SIZES[-1], "dark")])  # a phone loads it dark
def test_axe_finds_nothing_in_any_state(new_page, live_server, stub, size, scheme):
    page = new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    ready(open_marking(page, live_server, marker(), stub))
    assert in_light_and_dark(page) == []
    mark_frames(page, stub, 100, 200)
    press(page, "n", "1", "m")
    assert in_light_and_dark(page) == []
    press(page, "h")
    assert in_light_and_dark(page) == []
    press(page, "Escape", "x")
    assert in_light_and_dark(page) == []
    press(page, "Escape", "q")
    expect(page.locator("[data-part=pieces-box]")).to_be_visible()
    assert in_light_and_dark(page) == []
    stub.down = True
    press(page, "1", "Control+Enter")
    expect(page.locator("[data-part=trouble]")).to_be_visible()
    assert in_light_and_dark(page) == []


def test_nothing_is_wider_than_the_screen(new_page, live_server, stub):
    page = new_page()
    ready(open_marking(page, live_server, marker(), stub))
    mark_frames(page, stub, 100, 200)
    press(page, "n")
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        outside = page.evaluate(
            """() => [...document.querySelectorAll("main button, main input, .bar button")]
                .filter((one) => one.checkVisibility())
                .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
                .filter(([box]) => box.left < 0 || box.right > innerWidth).map(([, words]) => words)"""
        )
        assert (size, outside) == (size, [])


def test_everything_is_reached_with_the_tab_key(new_page, live_server, stub):
    page = new_page()
    ready(open_marking(page, live_server, marker(), stub))
    mark_frames(page, stub, 100, 200)
    press(page, "n")
    wanted = page.evaluate(
        """() => [...document.querySelectorAll("main button, main input, main textarea, main [tabindex]")]
            .filter((one) => one.checkVisibility({ visibilityProperty: true })).length"""
    )
    page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(wanted + 15):
        press(page, "Tab")
        reached.add(page.evaluate("[...document.querySelectorAll('main *')].indexOf(document.activeElement)"))
    assert len(reached - {-1}) == wanted


def test_a_focused_button_is_pressed_by_its_own_keys(new_page, live_server, stub):
    page = new_page()
    ready(open_marking(page, live_server, marker(), stub))
    page.focus("[data-part=none]")
    press(page, "Space")
    expect(page.locator("[data-part=none]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("body[data-playing]")).to_have_count(0)


def test_every_text_goes_through_gettext(client, settings, monkeypatch):
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Made up")]
    monkeypatch.setitem(trans_real._translations, LANGUAGE, MadeUp())
    member = marker()
    client.force_login(member.user)
    page = client.get(f"/c/{member.campaign.slug}/mark/", headers={"Accept-Language": LANGUAGE})
    texts = page.context["settings"]["texts"]
    assert [name for name, text in texts.items() if not str(text).startswith("⟦")] == []
