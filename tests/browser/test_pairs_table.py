"""Rows of pairs with a panel that plays and decides: the page of a query and the table of all pairs."""

import pytest
from playwright.sync_api import expect

from consensus.models import Verdict
from tests.browser.at_desk import begin_session
from tests.browser.axe import in_looks
from tests.browser.conftest import at_work
from tests.factories import make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
ROW = "tr[data-pair='{}']"


def test_twenty_pairs_fit_on_two_screens_and_are_played_and_decided_beside_their_rows(new_page, live_server):
    member = at_work(pairs=20)
    campaign = member.campaign
    page = new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    begin_session(page, live_server, make_lead(campaign).user)
    page.goto(f"{live_server.url}/c/{campaign.slug}/queries/1/")
    rows = page.locator("tr[data-pair]")
    expect(rows).to_have_count(20)
    assert page.locator("table.dense").evaluate("(table) => table.getBoundingClientRect().bottom") <= 1800
    assert in_looks(page, [("light", 1440), ("dark", 390)]) == []
    page.set_viewport_size({"width": 1440, "height": 900})

    rows.nth(1).locator(".row-text").click()
    panel = page.locator("#pair-panel")
    expect(panel.get_by_role("heading", name="Pair 2")).to_be_focused()
    expect(panel.locator(".page-player")).to_have_attribute("data-mode", "ready")
    page.keyboard.press("j")
    expect(panel.get_by_role("heading", name="Pair 3")).to_be_focused()
    assert in_looks(page, [("dark", 1440)]) == []
    page.keyboard.press("k")
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(rows.nth(1).locator(".row-text")).to_be_focused()

    rows.nth(4).get_by_role("button", name="Actions on pair 5").click()
    page.get_by_role("link", name="Withdraw").click()
    panel.get_by_label("Reason").fill("the clip is wrong")
    panel.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Pair 5 is withdrawn.")).to_be_visible()
    expect(panel.get_by_role("heading", name="Pair 5")).to_be_focused()
    expect(rows.nth(4).locator(".cell-verdict")).to_contain_text("withdrawn")
    assert Verdict.objects.get().reason == "the clip is wrong"


def test_the_table_is_filtered_ticked_and_previewed(new_page, live_server):
    campaign = at_work(pairs=6).campaign
    page = new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    begin_session(page, live_server, make_lead(campaign).user)
    page.goto(f"{live_server.url}/c/{campaign.slug}/pairs/?verdict=undecided")
    expect(page.get_by_role("heading", level=1)).to_have_text("All pairs 6")
    page.get_by_text("More filters").click()
    page.get_by_text("Columns and order").click()
    assert in_looks(page, [("light", 1440), ("dark", 390)]) == []
    assert page.evaluate(OVERFLOW) <= 0
    page.set_viewport_size({"width": 1440, "height": 900})
    boxes = page.locator("input[name=pair]")
    boxes.nth(1).check()
    boxes.nth(3).click(modifiers=["Shift"])
    expect(page.locator("[data-chosen]")).to_have_text("3 chosen on this page.")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Withdraw: 3 pairs")).to_be_visible()
    assert in_looks(page, [("light", 390)]) == []
    page.get_by_label("Reason").fill("the wrong film")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("3 pairs are withdrawn.")).to_be_visible()
    expect(page.locator("tr[data-pair]")).to_have_count(3)

    page.locator(".cell-caption .row-text").first.click()
    panel = page.locator("#pair-panel")
    expect(panel).to_be_visible()
    panel.get_by_text("Withdraw", exact=True).first.click()
    panel.get_by_label("Reason").fill("this one too")
    panel.get_by_role("button", name="Withdraw").click()
    expect(page.locator("tr[data-pair]")).to_have_count(2)
    assert page.url.split("#")[0].endswith("/pairs/?verdict=undecided")
