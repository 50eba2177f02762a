"""Rewrites of a sample are reviewed by key, beside their captions; the page shows the estimated share of wrong ones."""

import pytest
from playwright.sync_api import expect

from consensus.models import CaptionRewrite
from consensus.twin_rewrites.services.reviewing import draw_sample
from tests.browser.at_desk import begin_session
from tests.browser.axe import LOOKS, in_looks
from tests.browser.conftest import store_clips
from tests.consensus.twin_rewrites.scenes import placed_campaign, rewording, rewritten
from tests.factories import NOW, make_lead
from tests.llm_stub import LlmStub

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_sample_is_reviewed_by_key(new_page, live_server, settings):
    campaign = placed_campaign()
    store_clips(campaign)
    with LlmStub({}) as stub:
        rewording(settings, stub)
        rewritten(campaign)
    sample = draw_sample(campaign=campaign, seed=1, size=4, actor="L9", now=NOW)
    first = sample.sampled.get(place=1).rewrite_id
    page = new_page(reduced_motion="reduce")
    begin_session(page, live_server, make_lead(campaign).user)
    page.goto(f"{live_server.url}/c/arrow/corpus/rewrites/")
    assert in_looks(page, LOOKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name="Review 4 rewrites").click()
    page.wait_for_selector("[data-card][aria-current]")
    shown, log = page.locator("[data-card]:visible"), page.locator("[data-log] > li")
    expect(shown).to_have_attribute("data-what", "Rewrite 1")
    page.keyboard.press("x")
    expect(shown).to_have_attribute("data-what", "Rewrite 2")
    expect(log.first).to_contain_text("Wrong")
    page.keyboard.press("a")
    expect(shown).to_have_attribute("data-what", "Rewrite 3")
    expect(log).to_have_count(2)
    assert in_looks(page, LOOKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.keyboard.press("u")
    expect(shown).to_have_attribute("data-what", "Rewrite 2")
    expect(log).to_have_count(1)
    for _ in range(3):
        page.keyboard.press("a")
    expect(page.locator("[data-empty]")).to_be_visible()
    expect(log).to_have_count(4)
    assert CaptionRewrite.objects.get(pk=first).verdict == "wrong"
    assert set(sample.sampled.exclude(place=1).values_list("rewrite__verdict", flat=True)) == {"right"}
    page.goto(f"{live_server.url}/c/arrow/corpus/rewrites/?show=wrong")
    expect(page.locator(".rewrites-table")).to_contain_text(CaptionRewrite.objects.get(pk=first).text)
    expect(page.get_by_text("25.0%")).to_be_visible()
