"""Signing out beside the desk, while scores of the desk wait in this browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_desk import begin_session, open_desk, press
from tests.browser.axe import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_signing_out_on_another_page_asks_where_scores_wait(page, live_server, member):
    open_desk(page, live_server, member)
    day = f"{live_server.url}/c/{member.campaign.slug}/day/"
    page.route("**/api/v1/scores/", lambda route: route.abort())
    press(page, "3")
    other = page.context.new_page()
    other.goto(day)
    other.click(".bar-person button")
    dialog = other.locator("#unsent")
    expect(dialog).to_contain_text("on this computer that have not been sent yet: 1.")
    expect(dialog.get_by_role("link")).to_have_attribute("href", f"/c/{member.campaign.slug}/score/")
    assert violations(other) == []
    dialog.get_by_role("button", name="Cancel").click()
    other.click(".bar-person button")
    dialog.get_by_role("button", name="Sign out anyway").click()
    other.wait_for_url("**/sign-in/**")


def test_signing_out_goes_straight_through_where_nothing_waits(page, live_server, member):
    begin_session(page, live_server, member.user)
    page.goto(f"{live_server.url}/c/{member.campaign.slug}/guideline/")
    page.click(".bar-person button")
    page.wait_for_url("**/sign-in/**")
