"""Thumbnails of clips: a still, the clip under the pointer or in focus, and large on a click with its caption."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_desk import sign_in
from tests.browser.conftest import at_work
from tests.browser.test_rewriting_page import Boss

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("address", ["queries/{query}/", "corpus/ranking/?query={query}"])
def test_a_thumbnail_shows_a_still_plays_and_opens(new_page, live_server, address):
    campaign = at_work(pairs=3).campaign
    query = campaign.queries.get()
    page = new_page()
    sign_in(page, live_server, Boss())
    page.wait_for_load_state()
    page.goto(f"{live_server.url}/c/{campaign.slug}/{address.format(query=query.query_id)}")
    thumb, moving = page.locator("[data-clip]").first, page.locator("[data-clip] :is(img, video)")
    thumb.scroll_into_view_if_needed()
    expect(thumb.locator("canvas")).to_have_count(1)
    expect(moving).to_have_count(0)
    thumb.focus()
    expect(moving).to_have_count(1)
    thumb.blur()
    expect(moving).to_have_count(0)
    thumb.hover()
    expect(moving).to_have_count(1)
    thumb.click()
    expect(page.locator("dialog[open] [data-large]")).to_have_attribute(
        "src", f"{live_server.url}{thumb.get_attribute('href')}"
    )
    expect(page.locator("[data-large-caption]")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-large][src]")).to_have_count(0)
