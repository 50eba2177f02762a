"""The lead's pages on a phone: nothing is cut without a sign."""

import pytest

from annotator.models import Standing
from tests.browser.at_desk import begin_session
from tests.factories import make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STICKING_OUT = """() => [...document.querySelectorAll(".people .tag")].filter((tag) => {
    const card = tag.closest("tr").getBoundingClientRect();
    return tag.getBoundingClientRect().right > card.left + card.width / 2;
  }).length"""
IN_VIEW = """() => [...document.querySelectorAll(".lead-nav")].map((row) => {
    const [frame, here] = [row, row.querySelector("[aria-current]")].map((part) => part.getBoundingClientRect());
    return frame.left <= here.left + 1 && here.right <= frame.right + 1 && frame.height < 2 * here.height;
  })"""
SHADED = "(frame) => getComputedStyle(frame).backgroundAttachment.includes('local')"


def test_a_persons_standing_stays_in_its_card_and_wide_tables_have_a_shade(new_page, live_server, member):
    member.standing = Standing.RELABEL
    member.save()
    page = new_page(viewport={"width": 390, "height": 844})
    begin_session(page, live_server, make_lead(member.campaign).user)
    page.goto(f"{live_server.url}/c/{member.campaign.slug}/people/")
    assert page.locator(".people .tag", has_text="missed exam pairs again").count() == 1
    assert page.evaluate(STICKING_OUT) == 0
    assert page.locator(".table-frame").first.evaluate(SHADED)


def test_groups_and_pages_stay_in_one_row_each_that_shows_the_pages_own(new_page, live_server, member):
    page = new_page(viewport={"width": 390, "height": 844})
    begin_session(page, live_server, make_lead(member.campaign).user)
    for name in ("queries", "upkeep", "copy"):
        page.goto(f"{live_server.url}/c/{member.campaign.slug}/corpus/{name}/")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(IN_VIEW) == [True, True], name
        assert page.evaluate("document.documentElement.scrollWidth") == 390
