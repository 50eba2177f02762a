"""The page of captions plays the true segments of the stored proxy, and stops behind the last one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from annotator.marking.segments import Segment
from annotator.models import Ask, DerivedAsk
from moments.models import Clip, ClipPart, ClipPartKind
from tests.browser.at_desk import begin_session
from tests.browser.marking.stub import Stub, numbered_video
from tests.browser.marking.test_marking_served import store_files
from tests.factories import NOW, make_lead
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TRUTH = (Segment(4_000, 4_600), Segment(20_000, 20_600))


@pytest.fixture
def video(page, live_server):
    film = Stub(numbered_video())
    campaign, (author, marker) = marking_campaign(people=2, videos=0, opened=False)
    length_ms = film.frames()["duration_ms"]
    store_world(campaign, [WorldVideo("film", length_ms, questions=[WorldQuestion(TRUTH, "When?")])], author, marker)
    moment = campaign.moments.get()
    shape = {"width": 64, "height": 36, "frames": 1000, "seconds": length_ms / 1000, "size": 100}
    proxy = Clip.objects.create(moment=moment, rendition="proxy", state="ready", **shape)
    for kind in ClipPartKind.values:
        ClipPart.objects.create(clip=proxy, kind=kind, position=1, size=10, sha256="0" * 64)
    store_files(proxy, film)
    DerivedAsk.objects.create(ask=Ask.objects.get(), task="ca", text="A light.", requester="L9", made_at=NOW)
    begin_session(page, live_server, make_lead(campaign).user)
    page.goto(f"{live_server.url}/c/long/captions/")
    expect(page.locator("[data-current] h2")).to_have_text("Caption of question 1")
    return page.locator(".made-video")


def test_the_first_picture_of_the_truth_is_in_view_before_anybody_plays(page, video):
    page.wait_for_function("() => document.querySelector('.made-video').currentTime === 4")
    assert video.evaluate("(it) => it.paused") is True


def test_space_plays_one_true_segment_after_the_other(page, video):
    video.evaluate("""(it) => {
      window.played = [];
      it.addEventListener("timeupdate", () => { if (!it.paused && !it.seeking) window.played.push(it.currentTime); });
    }""")
    page.keyboard.press(" ")
    page.wait_for_function("() => window.played.length && document.querySelector('.made-video').paused")
    played = page.evaluate("window.played")
    inside = [any(one.start_ms / 1000 - 0.3 <= at <= one.end_ms / 1000 + 0.6 for one in TRUTH) for at in played if at]
    assert inside
    assert all(inside)
    assert any(at > 19 for at in played)
