"""The lead's review queue in a real browser: decisions by key leave at once, and come back where they fail."""

import pytest
from playwright.sync_api import expect

from consensus.models import BatchReview, Decision
from consensus.review.services.reviewing import decide_batch
from tests.browser.at_desk import begin_session, lose
from tests.console.scenes import reviewed_scene
from tests.factories import NOW, make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def campaign():
    """Three batches that await review; the live server answers in other threads."""
    return reviewed_scene(queries=3)


def at_queue(page, live_server, campaign):
    lead = make_lead(campaign)
    begin_session(page, live_server, lead.user)
    page.goto(f"{live_server.url}/c/camp/review/")
    page.wait_for_load_state("networkidle")
    return lead


def decided():
    rows = BatchReview.objects.filter(superseded=False).order_by("batch__query__query_id")
    return list(rows.values_list("decision", flat=True))


def test_a_lead_decides_undoes_and_moves_by_keys_alone(page, live_server, campaign):
    lead = at_queue(page, live_server, campaign)
    cards, log = page.locator("[data-card]"), page.locator("[data-log] li")
    expect(cards).to_have_count(3)
    counts = [page.locator(of) for of in ("[data-left]", "[data-suggested]", ".lead-nav .count")]
    before = [int(count.inner_text()) for count in counts[:2]]
    expect(counts[2]).not_to_be_hidden()
    inbox = int(counts[2].inner_text())
    page.keyboard.press("j")
    expect(page.locator("[aria-current=true][data-card]")).to_contain_text("query text 2")
    page.keyboard.press("e")
    assert cards.count() == 2  # the next batch is on screen before the server has answered
    expect(page.locator("[aria-current=true][data-card]")).to_contain_text("query text 3")
    expect(log).to_have_count(1)
    page.keyboard.press("c")
    expect(log).to_have_count(2)
    assert decided() == ["", "extend", "close"]
    for count, was in zip(counts, [*before, inbox], strict=True):
        expect(count).to_have_text(str(was - 2))
    assert set(BatchReview.objects.exclude(decision="").values_list("actor", flat=True)) == {lead.pseudonym}
    page.keyboard.press("u")
    expect(cards).to_have_count(2)
    expect(page.locator("[data-announcement]")).to_have_text("Undone: the batch is awaiting a decision again.")
    assert decided() == ["", "extend", ""]
    for count, was in zip(counts, [*before, inbox], strict=True):
        expect(count).to_have_text(str(was - 1))
    page.keyboard.press("n")
    page.keyboard.type("echo")  # letters in the note decide nothing
    page.keyboard.press("Enter")
    expect(cards).to_have_count(2)
    page.keyboard.press("c")
    expect(log).to_have_count(2)
    assert BatchReview.objects.filter(note="echo", decision="close").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/queries/1/")


def test_a_decision_made_elsewhere_brings_the_card_back_with_who_and_what(page, live_server, campaign):
    at_queue(page, live_server, campaign)
    review = BatchReview.objects.select_related(
        "campaign", "batch__query", "batch__campaign", "batch__protocol"
    ).first()
    decide_batch(review=review, decision=Decision.CLOSE, actor="somebody", note="", now=NOW)
    page.keyboard.press("e")
    card = page.locator(f"#review-{review.pk}")
    expect(card.get_by_role("alert")).to_contain_text("the batch was already closed by somebody")
    expect(card.get_by_role("button")).to_have_count(0)
    assert decided() == ["close", "", ""]
    lose(page, "decide/")
    page.get_by_role("button", name="Extend").first.click()
    expect(page.locator("[data-card]").nth(1).get_by_role("alert")).to_contain_text("The server did not answer")
    page.unroute("**/decide/")
    page.get_by_role("button", name="Extend").first.click()
    expect(page.locator("[data-log] li")).to_have_count(1)
    assert decided() == ["close", "extend", ""]


def test_a_card_that_somebody_else_decided_is_put_away_by_the_next_key(page, live_server, campaign):
    at_queue(page, live_server, campaign)
    review = BatchReview.objects.select_related("campaign", "batch__query", "batch__campaign", "batch__protocol").last()
    decide_batch(review=review, decision=Decision.CLOSE, actor="somebody", note="", now=NOW)
    cards = page.locator("[data-card]")
    page.keyboard.press("k")
    for key in ("ArrowRight", "ArrowRight", "e"):
        page.keyboard.press(key)
    card = page.locator(f"#review-{review.pk}")
    expect(card.get_by_role("alert")).to_contain_text("the batch was already closed by somebody")
    card.focus()
    page.keyboard.press("c")
    expect(cards).to_have_count(2)
    expect(page.locator("[aria-current=true][data-card]")).to_contain_text("query text 2")
    assert decided() == ["", "", "close"]
    page.keyboard.press("c")
    expect(page.locator("[data-log] li")).to_have_count(1)
    assert decided() == ["", "close", "close"]
