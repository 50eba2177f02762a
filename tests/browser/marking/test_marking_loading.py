"""What the marking desk asks for when it opens, and in which order."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request

from tests.browser.marking.at_marking import END, MAIN, START, mark_frames, marker, open_marking, ready, shows
from tests.browser.marking.stub import PARTS, Stub, numbered_video, seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOURCES = "selectors => selectors.map((one) => document.querySelector(one).hasAttribute('src'))"


@pytest.fixture
def stub() -> Stub:
    return Stub(numbered_video(), [seat(1), seat(2)])


@pytest.fixture
def asked(page: Page) -> list[str]:
    """What the page asks the server for, in order."""
    requests: list[str] = []

    def keep(request: Request) -> None:
        for place in ("/api/v1/", PARTS):
            if place in request.url:
                requests.append(request.url.split(place)[1].split("?")[0])

    page.on("request", keep)
    return requests


def test_edges_and_filmstrip_wait_for_the_first_picture_and_questions_come_once(page, live_server, stub, asked):
    stub.withholds = "proxy.mp4"
    desk = ready(open_marking(page, live_server, marker(), stub))
    desk.wait_for_timeout(300)
    assert (desk.evaluate(SOURCES, [MAIN, START, END]), sheets(asked)) == ([True, False, False], 0)
    stub.give()
    shows(desk, MAIN, 0)
    desk.wait_for_function(f"() => ({SOURCES})({[START, END]}).every(Boolean)")
    mark_frames(desk, stub, 100, 200)
    shows(desk, START, 100)
    shows(desk, END, 200)
    assert sheets(asked) == len(stub.video.filmstrip.sheets)
    assert (asked[0], asked.count("seats/claim/")) == ("seats/claim/", 1)


def test_the_video_is_under_way_before_its_frame_times_have_come(page, live_server, stub, asked):
    stub.withholds = "frames.json"
    desk = open_marking(page, live_server, marker(), stub)
    desk.wait_for_function(f"() => ({SOURCES})({[MAIN]})[0]")
    assert desk.evaluate("document.body.dataset.mode") == "loading"
    stub.give()
    shows(ready(desk), MAIN, 0)
    assert asked.count("frames.json") == 1


def test_the_desk_asks_again_where_the_first_question_got_no_answer(page, live_server, stub, asked):
    stub.refused_claims = 1
    ready(open_marking(page, live_server, marker(), stub))
    assert asked.count("seats/claim/") == 2


def sheets(asked: list[str]) -> int:
    return sum(name.endswith(".webp") for name in asked)
