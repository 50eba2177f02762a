"""The queue of questions that wait for a lead, in a real browser with a video that plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotator.models import Ask
from consensus.models import TruthSegment, Verdict
from consensus.opening.services import open_campaign
from tests.browser.at_desk import begin_session, lose
from tests.browser.marking.at_marking import NUMBER
from tests.browser.marking.stub import Stub, numbered_video
from tests.browser.marking.test_marking_served import store_files
from tests.factories import NOW, make_lead
from tests.marking import disputed, make_whole_video, marking_campaign
from tests.rig.numbered import BITS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
VIDEO = "[data-lane-player] video"


@pytest.fixture
def film() -> Stub:
    return Stub(numbered_video())


@pytest.fixture
def campaign(film: Stub):
    """Two questions that wait for the lead, the second with two pieces, about a video whose files are stored."""
    campaign, people = marking_campaign(videos=0, opened=False)
    moment = make_whole_video(campaign, "numbers", duration_s=film.frames()["duration_ms"] / 1000)
    store_files(moment.clips.get(rendition="proxy"), film)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    disputed(campaign, people, [(1_000, 3_000)], [(2_500, 6_000)], text="Where is the first?")
    disputed(
        campaign, people, [(1_000, 3_000), (8_000, 9_000)], [(2_500, 6_000), (8_600, 12_000)], text="Where are both?"
    )
    return campaign


def at_queue(page: Page, live_server, campaign) -> None:
    begin_session(page, live_server, make_lead(campaign).user)
    page.goto(f"{live_server.url}/c/long/questions/review/")
    page.wait_for_selector("body[data-started=whole]")
    page.wait_for_selector("[data-lane-player][data-mode=ready]")


def shows(page: Page, number: int) -> None:
    page.wait_for_function(f"(given) => ({NUMBER})(given) === {number}", arg=[VIDEO, BITS])


def truths() -> dict[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for one in TruthSegment.objects.filter(verdict__superseded=False).select_related("verdict").order_by("start_ms"):
        found.setdefault(one.verdict.pair.ask.number, []).append((one.start_ms, one.end_ms))
    return found


def test_a_lead_plays_versions_decides_and_undoes_by_keys(page: Page, live_server, campaign, film):
    at_queue(page, live_server, campaign)
    current = page.locator("[data-card][aria-current=true]")
    expect(current).to_contain_text("Where is the first?")
    page.keyboard.press("Enter")
    expect(current.locator("[data-missing]")).to_contain_text("Choose whose version is right first")
    page.keyboard.press("1")
    shows(page, film.video.table.frame_at_ms(2_999))  # the author's version plays to its last frame
    page.keyboard.press("2")
    expect(current.locator("input[value=marker]")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("[data-log] li")).to_have_count(1)
    assert truths() == {1: [(2_500, 6_000)]}
    expect(current).to_contain_text("Where are both?")
    page.wait_for_selector("[data-lane-player][data-mode=ready]")
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.locator("[data-log] li")).to_have_count(2)
    assert truths()[2] == [(1_000, 3_000)]
    expect(page.locator("[data-empty]")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("[data-card]")).to_have_count(1)
    expect(page.locator("[data-announcement]")).to_have_text("Undone: the question is awaiting a decision again.")
    assert set(truths()) == {1}
    assert Ask.objects.get(number=2).state == "checked"


def test_own_edges_are_those_of_the_frames_in_view(page: Page, live_server, campaign, film):
    at_queue(page, live_server, campaign)
    table = film.video.table
    frame = table.frame_at_ms(1_000)  # where the piece starts
    shows(page, frame)
    page.keyboard.press("ArrowRight")
    shows(page, frame + 1)
    page.keyboard.press("i")
    last = frame + 1
    for _ in range(2):
        page.keyboard.press("ArrowUp")
        last = table.frame_at_ms(table.start_ms(last) + 1000)
        shows(page, last)
    page.keyboard.press("o")
    page.keyboard.press("Enter")
    expect(page.locator("[data-log] li")).to_have_count(1)
    assert truths() == {1: [(table.start_ms(frame + 1), table.start_ms(last + 1))]}


def test_a_return_needs_a_note_and_a_lost_server_puts_the_card_back(page: Page, live_server, campaign):
    at_queue(page, live_server, campaign)
    page.keyboard.press("r")
    expect(page.locator("[data-card][aria-current=true] [data-missing]")).to_contain_text("Say why first")
    page.keyboard.type("jx1 not visible")  # letters in the note decide nothing
    page.keyboard.press("Enter")
    assert Verdict.objects.count() == 0
    lose(page, "decide/")
    page.keyboard.press("r")
    expect(page.locator("#question-1").get_by_role("alert")).to_contain_text("The server did not answer")
    page.unroute("**/decide/")
    page.locator("#question-1").focus()
    page.keyboard.press("r")
    expect(page.locator("[data-log] li")).to_have_count(1)
    assert (Ask.objects.get(number=1).state, Ask.objects.get(number=1).reason) == ("returned", "jx1 not visible")


def test_the_map_plays_a_bar_and_zooms(page: Page, live_server, campaign, film):
    begin_session(page, live_server, make_lead(campaign).user)
    page.goto(f"{live_server.url}/c/long/videos/{campaign.videos.get().pk}/")
    page.wait_for_selector("[data-lane-player][data-mode=ready]")
    page.locator(".lane-author rect[data-play='[8000, 9000]']").click()
    shows(page, film.video.table.frame_at_ms(8_999))
    wide = page.locator("[data-track]").first.get_attribute("viewBox")
    page.keyboard.press("v")
    assert page.locator("[data-track]").first.get_attribute("viewBox") != wide
