"""Everybody can write: by keyboard, with a screen reader, on a narrow screen, in light and dark, in any language."""

from __future__ import annotations

import pytest
from django.utils import timezone
from django.utils.translation import trans_real
from playwright.sync_api import expect

from annotator.asking.services.drafts import save_draft
from annotator.asking.services.states import return_ask
from tests.browser.asking.at_writing import open_writing, stored, submit, write, write_whole
from tests.browser.axe import in_light_and_dark
from tests.browser.desk.test_desk_languages import LANGUAGE, MadeUp
from tests.browser.marking.at_marking import all_saved, mark_frames, press, ready, seek
from tests.browser.marking.test_marking_accessible import SIZES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def with_picture(page, film) -> None:
    """A draft with a picture and a segment in hand."""
    write(page, "When does this come?")
    seek(page, film.video.table.start_ms(500))
    press(page, "p", "m")
    mark_frames(page, film, 600, 700)
    press(page, "n")
    all_saved(page)


@pytest.mark.parametrize(("size", "scheme"), [(SIZES[0], "light"), (SIZES[-1], "dark")])  # a phone loads it dark
def test_axe_finds_nothing_in_any_state(new_page, live_server, author, film, size, scheme):
    author.campaign.quotas.create(domain="", task="ims", wanted=7)
    page = new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    open_writing(page, live_server, author)
    page.wait_for_selector("body[data-mode=empty]")
    assert in_light_and_dark(page) == []
    press(page, "Enter")
    ready(page)
    assert in_light_and_dark(page) == []
    write_whole(page, film, "When?", 100, 110)
    submit(page)
    with_picture(page, film)
    assert in_light_and_dark(page) == []
    press(page, "u")
    assert in_light_and_dark(page) == []
    press(page, "Escape", "h")
    assert in_light_and_dark(page) == []
    save_draft(member=author, number=2, fields={"text": "elsewhere"}, now=timezone.now())
    press(page, "Escape", "c", "x", "Escape")
    expect(page.locator("[data-part=conflict]")).to_be_visible()
    assert in_light_and_dark(page) == []
    return_ask(pair=stored()[0].pair_id, reason="Not specific", now=timezone.now())
    page.reload()
    ready(page)
    press(page, "y")
    expect(page.locator("[data-part=reason-box]")).to_be_visible()
    assert in_light_and_dark(page) == []


def test_nothing_is_wider_than_the_screen(new_page, live_server, author, film):
    page = new_page()
    open_writing(page, live_server, author)
    page.wait_for_selector("body[data-mode=empty]")
    press(page, "Enter")
    with_picture(ready(page), film)
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        outside = page.evaluate(
            """() => [...document.querySelectorAll("main button, main input, main textarea, .bar button, .bar a")]
                .filter((one) => one.checkVisibility())
                .map((one) => [one.getBoundingClientRect(), one.closest("section, .bar").getBoundingClientRect(), one])
                .filter(([box, around]) => box.left < around.left || box.right > around.right + 0.5)
                .map(([, , one]) => one.outerHTML.slice(0, 80))"""
        )
        assert (size, outside) == (size, [])


def test_every_text_goes_through_gettext(client, settings, monkeypatch, author):
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Made up")]
    monkeypatch.setitem(trans_real._translations, LANGUAGE, MadeUp())
    client.force_login(author.user)
    page = client.get(f"/c/{author.campaign.slug}/write/", headers={"Accept-Language": LANGUAGE})
    texts = page.context["settings"]["texts"]
    assert [name for name, text in texts.items() if not str(text).startswith("⟦")] == []
