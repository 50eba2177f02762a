"""The lead's answers to questions, and a guideline that was renewed."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.guideline.services import save_guideline
from annotator.messages.services import send_message
from annotator.models import GuidelineReading, MessageReceipt, Problem
from annotator.problems.services.resolving import answer_question
from tests.browser.at_desk import all_saved, eventually, in_view, notices, open_desk, pair_shown, press, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NOW = timezone.now


def ask(page, words: str) -> None:
    page.keyboard.press("x")
    page.check("#report [value=question]")
    page.fill("#report textarea", words)
    page.keyboard.press("Enter")
    all_saved(page)


def renew(member, text: str, seen: int | None = None) -> None:
    save_guideline(campaign=member.campaign, text=text, renewed=True, actor="test", now=NOW(), seen_version=seen)


def test_an_answer_appears_as_a_quiet_badge_and_is_put_away(page, live_server, member):
    first = open_desk(page, live_server, member)
    ask(page, "Does a <b>puddle</b> count?")
    assert in_view(page) == first
    expect(notices(page)).to_contain_text("Your question was sent to the lead.")
    answer_question(problem=Problem.objects.get(), answer="Yes, \u202eit does.", now=NOW())
    send_message(campaign=member.campaign, text="<i>Thank you</i> all.", pseudonyms=None, actor="L", now=NOW())
    page.reload()
    pair_shown(page)
    badge = page.locator("[data-part=news]")
    expect(badge).to_have_text("Messages 2")
    assert page.locator("dialog[open]").count() == 0
    badge.click()
    for words in ("<i>Thank you</i> all.", "Does a <b>puddle</b> count?", "Yes, \u202eit does.", "query text"):
        expect(page.locator("#answers")).to_contain_text(words)
    page.click("#answers [data-dismiss]")
    expect(badge).to_be_hidden()
    eventually(page, lambda: Problem.objects.filter(seen_at__isnull=False).count() == 1)
    eventually(page, lambda: MessageReceipt.objects.get(member=member).read_at is not None)
    with page.expect_response("**/seats/claim/") as claimed:
        page.reload()
    assert claimed.value.json()["news"] == 0
    page.wait_for_selector("body[data-started=whole]")
    expect(badge).to_be_hidden()


def test_an_answer_read_later_stays(page, live_server, member):
    open_desk(page, live_server, member)
    ask(page, "Why?")
    answer_question(problem=Problem.objects.get(), answer="Because.", now=NOW())
    page.reload()
    pair_shown(page)
    page.click("[data-part=news]")
    page.click("#answers [data-close]")
    expect(page.locator("[data-part=news]")).to_be_visible()
    assert Problem.objects.filter(seen_at=None).count() == 1


def test_the_drawer_opens_by_question_mark_with_the_campaigns_own_words(page, live_server, member):
    renew(member, "Puddles **count** as water.")
    GuidelineReading.objects.create(guideline=member.campaign.guidelines.get(), annotator=member, read_at=NOW())
    open_desk(page, live_server, member)
    expect(page.locator("#guideline")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#guideline")).to_contain_text("Puddles count as water.")
    expect(page.locator("[data-part=unread]")).to_be_hidden()
    page.keyboard.press("3")
    page.keyboard.press("Escape")
    expect(page.locator("#guideline")).to_be_hidden()
    assert stored() == {}


def test_a_guideline_not_read_yet_shows_itself_until_it_is_read(page, live_server, member):
    renew(member, "Puddles count.")
    open_desk(page, live_server, member)
    expect(page.locator("#guideline")).to_contain_text("Puddles count.")
    page.click("[data-part=unread]")
    expect(page.locator("#guideline")).to_be_hidden()
    eventually(page, lambda: GuidelineReading.objects.filter(annotator=member).count() == 1)
    page.reload()
    page.wait_for_selector("body[data-started=whole]")  # by then one that is unread has shown itself
    expect(page.locator("#guideline")).to_be_hidden()


def test_a_guideline_renewed_meanwhile_shows_itself(page, live_server, member):
    open_desk(page, live_server, member)
    renew(member, "Puddles count.")
    for key in "12340":
        press(page, key)  # nothing is held behind the last pair, and a claim tells of news
    expect(page.locator("#guideline")).to_contain_text("Puddles count.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-part=guideline-dot]")).to_be_visible()


def test_without_a_network_the_levels_are_in_the_drawer_all_the_same(page, live_server, member):
    open_desk(page, live_server, member)
    page.context.set_offline(True)
    page.keyboard.press("?")
    expect(page.locator("#guideline")).to_contain_text("The clip has nothing to do with the query.")


def test_on_a_phone_the_badge_covers_nothing_in_the_bar(page, live_server, member):
    open_desk(page, live_server, member)
    ask(page, "Why?")
    answer_question(problem=Problem.objects.get(), answer="Because.", now=NOW())
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    pair_shown(page)
    badge = page.locator("[data-part=news]")
    expect(badge).to_be_visible()
    box, beside = badge.bounding_box(), page.locator("[data-do=guideline]").first.bounding_box()
    dot = page.locator("[data-part=status]").bounding_box()
    assert (dot["x"] + dot["width"] <= box["x"], box["x"] + box["width"] <= beside["x"]) == (True, True)
