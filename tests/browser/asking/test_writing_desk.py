"""Writing at the desk with the real server: a whole video, what is kept, what is undone, what comes back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.asking.services.drafts import save_draft
from annotator.asking.services.states import return_ask
from annotator.models import Ask, Seat, Viewing
from tests.browser.asking.at_writing import (
    asks_are,
    begin,
    open_writing,
    stored,
    submit,
    words_of,
    write,
    write_whole,
)
from tests.browser.at_desk import eventually, written_down
from tests.browser.marking.at_marking import (
    MAIN,
    all_saved,
    go,
    hear_of_bookmark,
    hint,
    mark_frames,
    press,
    ready,
    seek,
    segments,
    shows,
)
from tests.browser.marking.replaced import TWO_TABS, is_told

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(page, live_server, author):
    return begin(page, live_server, author)


def is_half(entry: dict[str, Any]) -> bool:
    """Whether what this computer keeps of a question holds the first edge of a segment, which came last."""
    return bool(entry.get("marking") and entry["marking"]["value"]["draft"])


def offline(desk, value: bool) -> None:
    desk.context.set_offline(value)


def test_a_whole_video_is_written_about_by_keys_only(desk, film):
    table = film.video.table
    for frame in (700, 300):
        seek(desk, table.start_ms(frame))
        press(desk, "m")
    press(desk, "Home", "b")
    shows(desk, MAIN, 300)
    write_whole(desk, film, "When does number 300 come? i o m 1 2 p x u", 290, 310)
    mark_frames(desk, film, 400, 410)
    submit(desk)
    asks_are(desk, "submitted", "new")
    expect(desk.locator("[data-part=hint]")).to_contain_text("You have not yet watched the video from")
    press(desk, "Home", "b", "b")
    shows(desk, MAIN, 700)
    write(desk, "When does this come?")
    press(desk, "p")
    hint(desk, "Picture taken.")
    shows(desk, "[data-part=condition] video", 700)
    mark_frames(desk, film, 800, 810)
    submit(desk)
    asks_are(desk, "submitted", "submitted", "new")
    one, two = stored()
    assert (one.state, one.task, one.text) == ("submitted", "ms", "When does number 300 come? i o m 1 2 p x u")
    assert one.segments == [[table.start_ms(290), table.start_ms(311)], [table.start_ms(400), table.start_ms(411)]]
    assert (two.state, two.task, two.condition_ms) == ("submitted", "ims", table.start_ms(700))
    press(desk, "u")
    expect(desk.locator("#finishing [data-sent]")).to_have_text("Submitted questions: 2.")
    desk.click("#finishing [data-confirm]")
    desk.wait_for_selector("body[data-mode=empty]")
    expect(desk.locator("[data-part=empty-title]")).to_have_text("Nothing to write right now")
    assert Viewing.objects.get().ended_at is not None
    assert Seat.objects.filter(number=2).count() == 2


def test_nothing_of_the_video_s_name_is_sent(page, live_server, author):
    answers = []
    page.on("response", lambda answer: answers.append(answer) if "/api/v1/" in answer.url else None)
    begin(page, live_server, author)
    assert len(answers) > 1
    assert not any("secret-name" in answer.text() for answer in answers)


def test_what_is_not_complete_is_not_submitted(desk):
    for more_keys, words in (
        ([], "Write the question."),
        (["c", "w", "Escape"], "Mark at least one segment that answers the question."),
        (["2"], "Show the picture that belongs to the question, and take it."),
        (["1", "i"], "A segment has only one edge."),
    ):
        press(desk, *more_keys, "Control+Enter")
        hint(desk, words)
        assert not Ask.objects.filter(state="submitted").exists(), words


def test_no_picture_lies_inside_a_segment_of_its_own_question(desk, film):
    table = film.video.table
    mark_frames(desk, film, 100, 200)
    seek(desk, table.start_ms(150))
    press(desk, "p")
    hint(desk, "This picture is inside segment 1. It would show the answer.")
    seek(desk, table.start_ms(250))
    press(desk, "p")
    hint(desk, "Picture taken.")
    seek(desk, table.start_ms(240))
    press(desk, "i")
    seek(desk, table.start_ms(260))
    press(desk, "o")
    hint(desk, "The segment would contain the picture of the question, which would show the answer.")
    assert len(segments(desk)) == 1
    press(desk, "1")
    all_saved(desk)
    assert [(ask.task, ask.condition_ms) for ask in stored()] == [("ms", None)]
    press(desk, "z")
    all_saved(desk)
    assert [(ask.task, ask.condition_ms) for ask in stored()] == [("ims", table.start_ms(250))]


def test_a_submission_is_taken_back_and_a_deleted_draft_brought_back(desk, film):
    write_whole(desk, film, "When?", 100, 120)
    all_saved(desk)
    press(desk, "Control+Enter")
    asks_are(desk, "being sent", "new")
    press(desk, "z")
    asks_are(desk, "draft", "new")
    all_saved(desk)
    assert [ask.state for ask in stored()] == ["draft"]
    press(desk, "x")
    hint(desk, "Draft deleted. Undo brings it back.")
    all_saved(desk)
    assert stored() == []
    press(desk, "z")
    all_saved(desk)
    assert [(ask.text, len(ask.segments)) for ask in stored()] == [("When?", 1)]
    press(desk, "z")
    assert segments(desk) == []
    press(desk, "Shift+z")
    assert len(segments(desk)) == 1


def test_what_has_gone_out_no_longer_changes(desk, film):
    write_whole(desk, film, "When?", 100, 120)
    submit(desk)
    press(desk, "Shift+q")
    assert words_of(desk) == "When?"
    press(desk, "i")
    hint(desk, "This question can no longer change.")
    press(desk, "z")
    assert (words_of(desk), len(segments(desk))) == ("When?", 1)
    asks_are(desk, "submitted", "new")


def test_a_killed_tab_without_a_line_loses_nothing(desk, film, live_server, author):
    offline(desk, True)
    press(desk, "m")
    write_whole(desk, film, "When does it fall", 100, 200)
    seek(desk, film.video.table.start_ms(500))
    press(desk, "i")
    marked = segments(desk)
    eventually(desk, lambda: any(is_half(one) for one in written_down(desk, "reelevance-writing")))
    desk.close(run_before_unload=False)
    context = desk.context
    context.set_offline(False)
    again = ready(go(context.new_page(), live_server, author, desk="write"))
    asks_are(again, "draft", "new")
    assert words_of(again) == "When does it fall"
    assert segments(again) == marked
    all_saved(again)
    assert [(ask.text, len(ask.segments)) for ask in stored()] == [("When does it fall", 1)]
    press(again, "End", "o")
    hint(again, "This plays the edges once. Accept the segment, or set an edge again.")


def test_a_submission_without_a_line_is_stored_once(desk, film):
    write_whole(desk, film, "When?", 100, 120)
    all_saved(desk)
    offline(desk, True)
    press(desk, "Control+Enter")
    expect(desk.locator("[data-part=trouble]")).to_be_visible()
    offline(desk, False)
    press(desk, "Control+Enter")
    all_saved(desk)
    assert [ask.state for ask in stored()] == ["submitted"]
    assert Seat.objects.count() == 1


def test_two_tabs_show_the_same_question_and_save_it_once(desk, film, live_server, author):
    other = ready(go(desk.context.new_page(), live_server, author, desk="write"))
    write(other, "When?")
    asks_are(desk, "draft", "new")
    for one in (desk, other):
        is_told(one, TWO_TABS)
    desk.locator("[data-part=asks] .ask").first.click()
    expect(desk.locator("[data-part=words]")).to_have_value("When?")
    write(desk, " Now")
    all_saved(desk)
    all_saved(other)
    assert [ask.text for ask in stored()] in (["When? Now"], [" NowWhen?"])
    expect(other.locator("[data-part=words]")).to_have_value(stored()[0].text)
    assert desk.locator("[data-part=conflict]").is_hidden()


def test_two_tabs_of_an_author_share_bookmarks(desk, film, live_server, author):
    other = ready(go(desk.context.new_page(), live_server, author, desk="write"))
    bookmark_ms = film.video.table.start_ms(700)
    seek(other, bookmark_ms)
    press(other, "m")
    hear_of_bookmark(desk, bookmark_ms)
    shows(desk, MAIN, 700)


@pytest.mark.parametrize(("button", "kept"), [("mine", "here"), ("theirs", "elsewhere")])
def test_a_conflict_with_another_device_is_said_and_decided(desk, author, button, kept):
    write(desk, "first")
    all_saved(desk)
    save_draft(member=author, number=1, fields={"text": "elsewhere"}, now=timezone.now())
    press(desk, "c", "Control+a")
    desk.keyboard.type("here")
    press(desk, "Escape")
    expect(desk.locator("[data-part=conflict]")).to_be_visible()
    expect(desk.locator("[data-part=theirs]")).to_contain_text("elsewhere")
    assert words_of(desk) == "here"
    desk.click(f"[data-keep={button}]")
    all_saved(desk)
    assert [ask.text for ask in stored()] == [kept]
    assert words_of(desk) == kept
    if button == "theirs":
        press(desk, "z")
        assert words_of(desk) == "here"


def test_a_returned_question_is_rewritten(desk, film, live_server, author):
    write_whole(desk, film, "When?", 100, 120)
    submit(desk)
    press(desk, "u")
    desk.click("#finishing [data-confirm]")
    desk.wait_for_selector("body[data-mode=empty]")
    return_ask(pair=stored()[0].pair_id, reason="Not specific: which one?", now=timezone.now())
    again = go(desk, live_server, author, desk="write")
    expect(again.locator("[data-part=returned] .ask")).to_have_count(1)
    press(again, "y")
    ready(again)
    expect(again.locator("[data-part=reason]")).to_have_text("Not specific: which one?")
    assert len(segments(again)) == 1
    press(again, "c", "End")
    again.keyboard.type(" The second time.")
    press(again, "Escape")
    submit(again)
    expect(again.locator("[data-part=returned] .ask")).to_have_count(0)
    assert [(ask.text, ask.state, ask.version) for ask in stored()] == [("When? The second time.", "submitted", 2)]


def test_drafts_hold_the_video_back_and_empty_ones_do_not(desk):
    write(desk, "half")
    all_saved(desk)
    press(desk, "u")
    drafts = desk.locator("#finishing [data-drafts]")
    expect(drafts).to_have_text("Still drafts (by number): 1. Submit or delete them first.")
    expect(desk.locator("#finishing [data-confirm]")).to_be_disabled()
    press(desk, "Escape", "c", "Control+a", "Delete", "Escape")
    all_saved(desk)
    assert [ask.text for ask in stored()] == [""]
    press(desk, "u")
    expect(desk.locator("#finishing [data-confirm]")).to_be_enabled()
    desk.click("#finishing [data-confirm]")
    desk.wait_for_selector("body[data-mode=empty]")
    assert stored() == []


def test_what_is_wanted_is_shown_and_counts_on(page, live_server, author, film):
    author.campaign.quotas.create(domain="", task="ims", wanted=7)
    author.campaign.quotas.create(domain="", task="ms", wanted=2)
    desk = begin(page, live_server, author)
    wanted = desk.locator("[data-part=wanted] li")
    expect(wanted).to_have_text(["Words only: 0 of 2 written", "With a picture: 0 of 7 written"])
    write_whole(desk, film, "When?", 290, 310)
    submit(desk)
    expect(wanted).to_have_text(["Words only: 1 of 2 written", "With a picture: 0 of 7 written"])


def test_keys_of_this_desk_are_listed_and_chosen(desk):
    press(desk, "h")
    expect(desk.locator("#keys [data-command=picture] span")).to_have_text("take the picture that is shown")
    expect(desk.locator("#keys [data-command=none]")).to_have_count(0)
    desk.click("#keys [data-command=picture] button")
    press(desk, "8")
    desk.click("#keys [data-close]")
    press(desk, "8")
    hint(desk, "Picture taken.")


def test_a_marker_finds_the_way_to_writing_and_back(desk):
    desk.locator(".bar").get_by_role("link", name="Mark").click()
    desk.wait_for_url(re.compile("/mark/$"))
    desk.wait_for_selector("body[data-mode=empty]")
    desk.get_by_role("link", name="Write questions").click()
    desk.wait_for_url(re.compile("/write/$"))


def test_the_desk_opens_without_a_video_for_those_who_wait(page, live_server, author):
    author.campaign.videos.update(domain="done")
    author.campaign.quotas.create(domain="other", task="ms", wanted=1)
    desk = open_writing(page, live_server, author)
    desk.wait_for_selector("body[data-mode=empty]")
    expect(desk.locator("[data-part=empty-title]")).to_have_text("Nothing to write right now")
