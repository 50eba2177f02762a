"""A picture goes from a lead's disk into the guideline, and everybody who has to read it again sees it."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.at_desk import begin_session
from tests.browser.axe import LOOKS, in_looks
from tests.factories import make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOADED = "image => image.complete && image.naturalWidth"


def test_a_lead_inserts_a_picture_and_the_drawer_at_the_desk_shows_it(new_page, live_server, member):
    lead, slug = make_lead(member.campaign), member.campaign.slug
    out = io.BytesIO()
    Image.new("RGB", (640, 360), (90, 120, 160)).save(out, "PNG")
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, lead.user)
    page.goto(f"{live_server.url}/c/{slug}/guideline/edit/")
    text = page.locator("textarea[name=text]")
    text.fill("Look at this:")
    pictures = page.locator("#pictures")
    pictures.locator("[name=file]").set_input_files({"name": "a.txt", "mimeType": "image/png", "buffer": b"none"})
    description = pictures.locator("[name=description]").first
    description.fill("A blue field")
    pictures.get_by_role("button", name="Upload").click()
    expect(pictures.get_by_role("alert").first).to_contain_text("The file: expected a picture")
    expect(description).to_have_value("A blue field")
    picture = {"name": "a.png", "mimeType": "image/png", "buffer": out.getvalue()}
    pictures.locator("[name=file]").set_input_files(picture)
    pictures.get_by_role("button", name="Upload").click()
    expect(pictures.get_by_role("status")).to_contain_text("Picture 1 is added.")
    pictures.get_by_role("button", name="Insert number 1 into the text").click()
    expect(text).to_have_value("Look at this:\n\n![](picture:1)")
    expect(page.locator("#preview img[alt='A blue field']")).to_be_visible()
    assert in_looks(page, LOOKS) == []
    page.get_by_role("button", name="Save version 1").click()
    expect(page.get_by_text("Version 1 is saved. Everybody is asked to read it.")).to_be_visible()

    begin_session(page, live_server, member.user)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/c/{slug}/score/")
    shown = page.locator("#guideline[open] img.placed")
    expect(shown).to_be_visible()
    page.wait_for_function("() => document.querySelector('#guideline img.placed').naturalWidth === 640")
    assert shown.bounding_box()["width"] <= 390
    assert in_looks(page, LOOKS[2:]) == []
