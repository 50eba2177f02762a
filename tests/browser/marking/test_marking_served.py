"""The marking desk with the real server: work is claimed, clips are served, answers are stored."""

from __future__ import annotations

import json

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from playwright.sync_api import Page, expect

from annotator.models import MarkedAnswer, Membership, Viewing
from consensus.opening.services import open_campaign
from moments.models import Clip, ClipPart
from tests.browser.at_desk import eventually, written_down
from tests.browser.marking.at_marking import (
    MAIN,
    START,
    all_saved,
    enter,
    go,
    hint,
    mark_frames,
    press,
    ready,
    seek,
    segments,
    shows,
)
from tests.browser.marking.replaced import cut_again, is_told, miss_video
from tests.browser.marking.stub import Stub, numbered_video
from tests.factories import NOW
from tests.marking import asked, finished, make_whole_video, marking_campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def film() -> Stub:
    return Stub(numbered_video())


@pytest.fixture
def marker(film: Stub) -> Membership:
    """Somebody who may mark two questions, one with an image, about a video whose files are stored."""
    campaign, (author, member, *_) = marking_campaign(videos=0, opened=False)
    moment = make_whole_video(campaign, "secret-name", duration_s=film.frames()["duration_ms"] / 1000)
    store_files(moment.clips.get(rendition="proxy"), film)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    asked(author, text="When does the light come?")
    at_ms = film.video.table.start_ms(777)
    asked(author, text="When does this come?", condition_video=moment.video, condition_ms=at_ms)
    finished(author)
    return member


def store_files(proxy: Clip, film: Stub) -> None:
    shape, sheets = film.video.proxy, film.video.filmstrip.sheets
    Clip.objects.filter(pk=proxy.pk).update(width=shape.width, height=shape.height, size=shape.bytes)
    storages["clips"].save(proxy.name, ContentFile((sheets[0].parent / "proxy.mp4").read_bytes()))
    parts = {"frames": json.dumps(film.frames()).encode(), "sheet": sheets[0].read_bytes()}
    for part in ClipPart.objects.filter(clip=proxy):
        storages["clips"].save(part.name, ContentFile(parts[part.kind]))


def turn_to(page: Page, question: str) -> None:
    """Questions come in no order that a test could know."""
    page.get_by_role("button", name=question).click()
    expect(page.locator("[data-part=query]")).to_have_text(question)


def stored() -> list[MarkedAnswer]:
    """The answers of the marker, oldest first."""
    return list(MarkedAnswer.objects.filter(score__seat__number=2).order_by("pk"))


def test_questions_are_marked_and_stored_to_the_millisecond(page: Page, live_server, marker, film):
    table = film.video.table
    answers = []
    page.on("response", lambda answer: answers.append(answer) if "/api/v1/" in answer.url else None)
    desk = ready(enter(page, live_server, marker))
    turn_to(desk, "When does the light come?")
    mark_frames(desk, film, 100, 200)
    mark_frames(desk, film, 300, 400)
    press(desk, "n")
    shows(desk, START, 100)
    press(desk, "Escape", "1", "2", "2", "c")
    desk.keyboard.type("too dark")
    press(desk, "Control+Enter")
    all_saved(desk)
    expect(desk.locator("[data-part=query]")).to_have_text("When does this come?")
    shows(desk, "[data-part=condition] video", 777)
    press(desk, "0", "Control+Enter")
    all_saved(desk)
    first, second = stored()
    assert list(first.segments.order_by("start_ms").values_list("start_ms", "end_ms")) == [
        (table.start_ms(100), table.start_ms(201)),
        (table.start_ms(300), table.start_ms(401)),
    ]
    assert (first.is_specific, first.is_complete, first.note) == (True, False, "too dark")
    assert second.kind == "none"
    assert not any("secret-name" in answer.text() for answer in answers)
    assert Viewing.objects.filter(share__annotator=marker).count() == 1


def test_an_answer_is_changed_after_the_page_was_left(page: Page, live_server, marker, film):
    desk = ready(enter(page, live_server, marker))
    turn_to(desk, "When does the light come?")
    mark_frames(desk, film, 100, 200)
    hint(desk, "Segment accepted. Search the rest of the video for further answers.")
    turn_to(desk, "When does this come?")
    hint(desk, "")
    turn_to(desk, "When does the light come?")
    press(desk, "1", "2", "Control+Enter")
    all_saved(desk)
    expect(desk.locator("[data-part=asks] [data-state=sent] .ask-state")).to_have_text(["sent"])
    desk.reload()
    ready(desk)
    turn_to(desk, "When does the light come?")
    expect(desk.locator("[data-part=segments] .segment-times")).to_have_count(1)
    assert len(segments(desk)) == 1
    press(desk, "n", "Shift+f", "Enter", "Control+Enter")
    all_saved(desk)
    starts, ends = zip(*[one.segments.values_list("start_ms", "end_ms").get() for one in stored()], strict=True)
    assert starts[0] == starts[1]
    assert ends[0] < ends[1]


def test_the_video_is_sought_in_and_not_fetched_whole_before_it_shows(page: Page, live_server, marker, film):
    asked_for = []
    page.on("request", lambda request: asked_for.append(request) if ".mp4" in request.url else None)
    desk = ready(enter(page, live_server, marker))
    shows(desk, MAIN, 0)
    assert all(request.headers.get("range") for request in asked_for if request.resource_type == "media")
    press(desk, "End")
    shows(desk, MAIN, len(film.video.table) - 1)


def test_a_video_that_is_cut_again_keeps_its_marks_and_the_marker_is_told(page, live_server, marker, film, tmp_path):
    table = film.video.table
    desk = ready(enter(page, live_server, marker))
    turn_to(desk, "When does this come?")
    shows(desk, "[data-part=condition] video", 777)
    mark_frames(desk, film, 100, 200)
    seek(desk, table.start_ms(500))
    press(desk, "m")
    marked = segments(desk)
    cut_again(marker, film, tmp_path)
    miss_video(desk)
    is_told(desk)
    ready(desk)
    assert segments(desk) == marked
    for part, frame in ((MAIN, 500), ("[data-part=condition] video", 777)):
        shows(desk, part, frame)
    press(desk, "n")
    shows(desk, START, 100)
    press(desk, "Home", "b")
    shows(desk, MAIN, 500)
    press(desk, "1", "2", "3", "Control+Enter")
    all_saved(desk)
    (answer,) = stored()
    assert answer.segments.values_list("start_ms", "end_ms").get() == (table.start_ms(100), table.start_ms(201))


def test_a_marker_whose_browser_has_the_whole_video_is_told_with_the_next_report(
    page, live_server, marker, film, tmp_path
):
    desk = ready(enter(page, live_server, marker))
    turn_to(desk, "When does the light come?")
    mark_frames(desk, film, 100, 200)
    marked = segments(desk)
    turn_to(desk, "When does this come?")
    cut_again(marker, film, tmp_path)
    press(desk, "0", "Control+Enter")
    is_told(desk)
    ready(desk)
    turn_to(desk, "When does the light come?")
    assert segments(desk) == marked
    press(desk, "n")
    shows(desk, START, 100)


def test_a_question_whose_video_cannot_be_shown_any_more_comes_back_with_what_was_marked(
    page, live_server, marker, film, tmp_path
):
    desk = ready(enter(page, live_server, marker))
    turn_to(desk, "When does the light come?")
    mark_frames(desk, film, 100, 200)
    marked = segments(desk)
    proxies = Clip.objects.filter(rendition="proxy")
    proxies.update(state="failed", reason="the disk is full")
    miss_video(desk)
    is_told(desk, "its video cannot be shown right now. What you marked is kept")
    proxies.update(state="ready", reason="")
    cut_again(marker, film, tmp_path)
    desk.reload()
    ready(desk)
    turn_to(desk, "When does the light come?")
    assert segments(desk) == marked
    press(desk, "n")
    shows(desk, START, 100)


def test_two_browsers_of_one_marker_lose_no_answer(new_page, live_server, marker, film):
    one, other = (ready(enter(new_page(), live_server, marker)) for _ in range(2))
    for desk, first in ((one, 100), (other, 300)):
        turn_to(desk, "When does the light come?")
        mark_frames(desk, film, first, first + 50)
        press(desk, "1", "2")
    marked = segments(other)
    press(one, "Control+Enter")
    all_saved(one)
    press(other, "Control+Enter")
    expect(other.locator("[data-part=notices]")).to_contain_text("You already answered this question")
    turn_to(other, "When does the light come?")
    assert segments(other) == marked
    (answer,) = stored()
    assert answer.segments.values_list("start_ms", flat=True).get() == film.video.table.start_ms(100)


def test_the_line_goes_away_while_somebody_marks_and_everything_is_sent_once(page, live_server, marker, film):
    desk = ready(enter(page, live_server, marker))
    turn_to(desk, "When does the light come?")
    desk.context.set_offline(True)
    mark_frames(desk, film, 100, 200)
    press(desk, "1", "2", "Control+Enter")
    expect(desk.locator("[data-part=trouble]")).to_be_visible()
    expect(desk.locator("[data-part=query]")).to_have_text("When does this come?")
    expect(desk.locator("[data-part=asks] .ask-state", has_text="being sent")).to_have_count(1)
    mark_frames(desk, film, 300, 400)
    press(desk, "1", "2", "3", "Control+Enter")
    expect(desk.locator("body")).to_have_attribute("data-unsent", "2")
    eventually(desk, lambda: len(written_down(desk)) == 2)
    assert stored() == []
    desk.close(run_before_unload=False)
    page.context.set_offline(False)
    again = go(page.context.new_page(), live_server, marker)
    all_saved(again)
    table = film.video.table
    starts = [answer.segments.values_list("start_ms", flat=True).get() for answer in stored()]
    assert starts == [table.start_ms(100), table.start_ms(300)]
