"""A lead's queues of decisions in a real browser: one key decides, the scores follow, a second key gives the reason."""

import pytest
from playwright.sync_api import expect

from consensus.models import Verdict
from consensus.pairs.services.adjudicating import adjudicate_pair
from tests.browser.at_desk import begin_session
from tests.browser.axe import LOOKS, in_looks
from tests.console.decisions.scenes import discarded_scene, queue_page
from tests.console.scenes import open_scene, parked_pair
from tests.factories import NOW, make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_queue(page, live_server, campaign, kind):
    lead = make_lead(campaign)
    begin_session(page, live_server, lead.user)
    page.goto(f"{live_server.url}{queue_page(kind)}")
    page.wait_for_selector("[data-card][aria-current]")
    return lead


def verdicts():
    rows = Verdict.objects.filter(superseded=False, pair__number__lte=3).order_by("pair__number")
    return list(rows.values_list("relevance", "reason"))


def test_one_key_adjudicates_and_a_second_gives_the_reason(new_page, live_server):
    campaign, page = discarded_scene(), new_page(reduced_motion="reduce")
    at_queue(page, live_server, campaign, "discarded")
    shown, log = page.locator("[data-card]:visible"), page.locator("[data-log] > li")
    expect(shown).to_have_attribute("data-what", "Pair 1")
    page.keyboard.press("3")  # the one key
    page.keyboard.press("s")  # pressed before the server has answered
    expect(shown).to_have_attribute("data-what", "Pair 2")
    expect(log).to_have_count(1)
    expect(log.first).to_contain_text("adjudicated as 3 by you")
    expect(log.first).to_contain_text("The low scores missed part of what the clip shows")
    assert log.first.locator(".level-number").all_inner_texts() == ["0", "4", "1", "4"]
    expect(page.locator("[data-left]")).to_have_text("2")
    other = campaign.pairs.select_related("campaign", "query", "batch__protocol").get(number=2)
    adjudicate_pair(pair=other, relevance=0, actor="somebody", reason="first", now=NOW)
    page.keyboard.press("4")
    expect(log.first).to_contain_text("pair 2 is already adjudicated: 0 by somebody")
    expect(shown).to_have_attribute("data-what", "Pair 3")
    page.keyboard.press("u")
    expect(shown).to_have_attribute("data-what", "Pair 1")
    expect(shown).to_contain_text("You gave this pair a score of 3 before")
    assert verdicts() == [(None, ""), (0, "first"), (None, "")]
    assert in_looks(page, LOOKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_withdrawal_waits_for_its_reason(new_page, live_server):
    campaign, page = open_scene(), new_page(reduced_motion="reduce")
    numbers = [parked_pair(campaign, note="black").number for _ in range(2)]
    at_queue(page, live_server, campaign, "reported")
    shown, log = page.locator("[data-card]:visible"), page.locator("[data-log] > li")
    page.keyboard.press("w")
    expect(shown).to_have_attribute("data-what", f"Pair {numbers[0]}")  # nothing is decided yet
    expect(page.locator("[data-announcement]")).to_have_text("Give a reason: press its letter, or n to type it.")
    page.keyboard.press("d")
    expect(shown).to_have_attribute("data-what", f"Pair {numbers[1]}")
    expect(log.first).to_contain_text("The query cannot be judged on this clip")
    page.keyboard.press("n")
    page.keyboard.type("two films in one")
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    expect(log.first).to_contain_text("two films in one")
    expect(page.locator("[data-empty]")).to_be_visible()
    page.keyboard.press("u")
    expect(log).to_have_count(1)
    rows = Verdict.objects.filter(superseded=False).values_list("kind", "reason")
    assert list(rows) == [("withdrawn", "The query cannot be judged on this clip")]
