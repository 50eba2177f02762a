"""Marking at the desk: frames, segments, answers, what is kept and what is sent."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.at_desk import eventually, written_down
from tests.browser.marking.at_marking import (
    END,
    MAIN,
    START,
    all_saved,
    go,
    hint,
    mark_frames,
    marker,
    open_marking,
    position_ms,
    press,
    ready,
    seek,
    segments,
    shows,
)
from tests.browser.marking.replaced import TWO_TABS, is_told
from tests.browser.marking.stub import FRAMES, Stub, numbered_video, seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def stub() -> Stub:
    return Stub(numbered_video(), [seat(1), seat(2)])


@pytest.fixture
def member():
    return marker()


@pytest.fixture
def desk(page, live_server, member, stub):
    return ready(open_marking(page, live_server, member, stub))


def played_to(desk, ms: int) -> None:
    """Wait until so much of the video has been shown, however slow the machine is."""
    eventually(desk, lambda: position_ms(desk) >= ms)


def watched_percent(desk) -> int:
    return int(desk.locator("[data-part=watched]").text_content().rstrip("%"))


def kept(desk) -> list[dict[str, Any]]:
    """What this computer keeps of the marking: a tab killed before it is there loses it."""
    return written_down(desk, "reelevance-marking")


def test_a_typed_time_and_every_step_show_the_frame_of_the_table(desk, stub):
    table = stub.video.table
    for frame in [*random.Random(2).sample(range(1, FRAMES - 1), 8), FRAMES - 2, 1]:
        seek(desk, table.start_ms(frame))
        shows(desk, MAIN, frame)
        press(desk, "ArrowRight")
        shows(desk, MAIN, frame + 1)
        press(desk, "[", "[")
        shows(desk, MAIN, frame - 1)
    press(desk, "End")
    shows(desk, MAIN, FRAMES - 1)
    press(desk, "Home", "ArrowUp")
    shows(desk, MAIN, table.frame_at_ms(1000))
    press(desk, "Shift+ArrowRight", "ArrowDown")
    at = table.frame_at_ms(1000)
    for by_ms in (10_000, -1000):
        at = table.frame_at_ms(table.start_ms(at) + by_ms)
    shows(desk, MAIN, at)


def test_both_edges_belong_to_the_segment_and_their_pictures_are_shown(desk, stub):
    table = stub.video.table
    mark_frames(desk, stub, 100, 200)
    press(desk, "n")
    shows(desk, START, 100)
    shows(desk, END, 200)
    press(desk, "a")
    shows(desk, START, 99)
    press(desk, "f", "f")
    shows(desk, END, 202)
    shows(desk, MAIN, 202)
    press(desk, "Shift+s")
    shows(desk, START, table.frame_at_ms(table.start_ms(99) + 1000))
    press(desk, "Shift+a", "Enter", "1", "2", "Control+Enter")
    all_saved(desk)
    first = table.frame_at_ms(table.start_ms(table.frame_at_ms(table.start_ms(99) + 1000)) - 1000)
    assert stub.stored[0]["segments"] == [[table.start_ms(first), table.start_ms(203)]]


def test_an_answer_is_marked_by_keys_only_and_sent(desk, stub):
    table = stub.video.table
    mark_frames(desk, stub, 300, 350)
    mark_frames(desk, stub, 20, 60)
    press(desk, "1", "2", "2", "c")
    desk.keyboard.type("i o m 1 q z")
    press(desk, "Control+Enter")
    all_saved(desk)
    entry = stub.stored[0]
    assert entry["segments"] == [
        [table.start_ms(20), table.start_ms(61)],
        [table.start_ms(300), table.start_ms(351)],
    ]
    assert (entry["specific"], entry["complete"], entry["note"]) == (True, False, "i o m 1 q z")
    assert not entry.keys() & {"condition_needed", "relevance"}
    assert entry["seat"] == seat(1)["id"]
    assert min(entry["ago_ms"], entry["shown_ms"] - 1) >= 0
    expect(desk.locator("[data-part=query]")).to_have_text("Question 2?")
    expect(desk.locator("[data-part=hint]")).to_contain_text("You have not yet watched the video from")
    press(desk, "0")
    expect(desk.locator("[data-part=none]")).to_have_attribute("aria-pressed", "true")
    assert stub.beats[0]["key"] == "film"


def test_while_somebody_types_a_note_no_key_does_anything_else_and_no_segment_overlaps(desk, stub):
    press(desk, "c")
    desk.keyboard.type("jkliom012[]nebgqzwvxhr?")
    assert desk.locator("[data-part=note]").input_value() == "jkliom012[]nebgqzwvxhr?"
    assert segments(desk) == []
    expect(desk.locator("dialog[open]")).to_have_count(0)
    expect(desk.locator("body[data-playing]")).to_have_count(0)
    press(desk, "Escape", "i")
    hint(desk, "The start is set. Now set the end.")
    mark_frames(desk, stub, 100, 200)
    seek(desk, stub.video.table.start_ms(150))
    press(desk, "i")
    hint(desk, "Here it would overlap segment 1. Choose that segment to change its edges.")
    assert len(segments(desk)) == 1


def test_only_what_is_complete_is_sent_and_no_answer_is(desk, stub):
    for more_keys, words in (
        ([], "Mark at least one segment, or choose “No answer here”."),
        (["i"], "A segment has only one edge."),
        (["ArrowUp", "o", "Enter"], "Say whether the question is specific."),
        (["1"], "Say whether the question is complete."),
    ):
        press(desk, *more_keys, "Control+Enter")
        hint(desk, words)
        assert (words, stub.stored) == (words, [])
    press(desk, "q", "0", "Control+Enter")
    all_saved(desk)
    assert [(entry["seat"], entry["segments"]) for entry in stub.stored] == [(seat(2)["id"], [])]
    assert "specific" not in stub.stored[0]


def test_every_action_is_undone_and_done_again_in_its_question(desk, stub):
    mark_frames(desk, stub, 100, 200)
    marked = segments(desk)
    press(desk, "n", "Delete", "m", "0", "c")
    desk.keyboard.type("dark")
    press(desk, "Escape", "z")
    assert desk.locator("[data-part=note]").input_value() == ""
    press(desk, "z", "z")
    hint(desk, "Undone.")
    expect(desk.locator("[data-part=none]")).to_have_attribute("aria-pressed", "false")
    press(desk, "Control+z")
    assert segments(desk) == marked
    press(desk, "Shift+z", "Control+Shift+z", "Control+y", "Shift+z")
    assert segments(desk) == []
    assert desk.locator("[data-part=note]").input_value() == "dark"
    press(desk, "Shift+z")
    hint(desk, "There is nothing to redo.")
    press(desk, "q")
    expect(desk.locator("[data-part=query]")).to_have_text("Question 2?")
    press(desk, "z")
    expect(desk.locator("[data-part=query]")).to_have_text("Question 1?")


def test_bookmarks_are_set_reached_and_removed(desk, stub):
    table = stub.video.table
    for frame in (400, 100, 250):
        seek(desk, table.start_ms(frame))
        press(desk, "m")
    press(desk, "Home", "b", "b")
    shows(desk, MAIN, 250)
    press(desk, "Shift+b")
    shows(desk, MAIN, 100)
    press(desk, "Delete", "Home", "b")
    shows(desk, MAIN, 250)
    press(desk, "b", "b")
    shows(desk, MAIN, 250)
    hint(desk, "There is no later bookmark. This is the first one.")
    press(desk, "Shift+b")
    shows(desk, MAIN, 400)
    hint(desk, "There is no earlier bookmark. This is the last one.")


def test_edges_and_segments_are_reached_by_key(desk, stub):
    mark_frames(desk, stub, 100, 200)
    mark_frames(desk, stub, 300, 400)
    press(desk, "Home")
    for frame in (100, 200, 300, 400):
        press(desk, "e")
        shows(desk, MAIN, frame)
    press(desk, "Shift+e", "Shift+e")
    shows(desk, MAIN, 200)
    press(desk, "End", "Shift+n")
    shows(desk, MAIN, 300)
    press(desk, "Shift+n")
    shows(desk, MAIN, 100)


def test_a_new_segment_plays_its_edges_once_and_marking_goes_on(desk, stub):
    press(desk, "l")
    played_to(desk, 700)
    press(desk, "i")
    played_to(desk, position_ms(desk) + 900)
    press(desk, "o")
    hint(desk, "This plays the edges once. Accept the segment, or set an edge again.")
    expect(desk.locator("body[data-playing]")).to_have_count(1)
    expect(desk.locator("body[data-playing]")).to_have_count(0)
    press(desk, "Enter")
    expect(desk.locator("body[data-playing]")).to_have_count(1)
    press(desk, "k")
    assert len(segments(desk)) == 1


def test_what_was_watched_is_counted_and_gaps_are_found(desk, stub):
    press(desk, "l", "l", "l", "l", "l")
    eventually(desk, lambda: watched_percent(desk) >= 5)
    press(desk, "k")
    share = watched_percent(desk)
    assert 5 <= share <= 60
    press(desk, "End", "Shift+g")
    eventually(desk, lambda: 1000 <= position_ms(desk) <= 30_000)


def test_a_killed_tab_loses_nothing(desk, live_server, member, stub):
    mark_frames(desk, stub, 100, 200)
    press(desk, "m", "1", "c")
    desk.keyboard.type("dark")
    marked = segments(desk)
    eventually(desk, lambda: "dark" in [one.get("marking", {}).get("note") for one in kept(desk)])
    desk.close(run_before_unload=False)
    again = ready(go(desk.context.new_page(), live_server, member))
    expect(again.locator("[data-part=segments] .segment-times")).to_have_text(marked)
    assert again.locator("[data-part=note]").input_value() == "dark"
    expect(again.locator("[data-judge=specific] [data-value=true]")).to_have_attribute("aria-pressed", "true")
    press(again, "Home", "b")
    shows(again, MAIN, 200)


def test_an_answer_without_a_line_waits_and_is_sent_once(desk, live_server, member, stub):
    stub.down = True
    press(desk, "0", "Control+Enter")
    expect(desk.locator("[data-part=trouble]")).to_be_visible()
    desk.close(run_before_unload=False)
    stub.down = False
    again = go(desk.context.new_page(), live_server, member)
    all_saved(again)
    assert [entry["seat"] for entry in stub.stored] == [seat(1)["id"]]
    expect(again.locator("[data-part=query]")).to_have_text("Question 2?")


def test_a_refused_answer_is_open_again_with_all_that_was_marked(desk, stub):
    stub.refusals = [{"code": "bad_entry", "detail": "segments: segment 1: lies outside the video"}]
    mark_frames(desk, stub, 100, 200)
    marked = segments(desk)
    press(desk, "1", "2", "Control+Enter")
    expect(desk.locator("[data-part=notices]")).to_contain_text("segment 1: lies outside the video")
    press(desk, "q", "Shift+q")
    expect(desk.locator("[data-part=query]")).to_have_text("Question 1?")
    assert segments(desk) == marked
    press(desk, "Control+Enter")
    all_saved(desk)
    assert len(stub.stored) == 1


def test_a_sent_answer_is_changed_with_its_key_until_it_is_final(desk, stub):
    press(desk, "0", "Control+Enter")
    all_saved(desk)
    press(desk, "Shift+q", "0")
    mark_frames(desk, stub, 10, 30)
    stub.grace_s = 0
    press(desk, "1", "2", "Control+Enter")
    eventually(desk, lambda: len(stub.stored) == 2)
    assert stub.stored[1]["replaces"] == stub.stored[0]["key"]
    assert len(stub.stored[1]["segments"]) == 1
    all_saved(desk)
    expect(desk.locator("[data-part=query]")).to_have_text("Question 2?")
    press(desk, "Shift+q", "n", "Delete", "0", "Control+Enter")
    hint(desk, "This answer is final.")
    assert len(stub.stored) == 2


def test_the_last_answer_leads_to_the_empty_desk(desk, stub):
    for _ in stub.seats:
        press(desk, "0", "Control+Enter")
        all_saved(desk)
    desk.wait_for_selector("body[data-mode=empty]")
    expect(desk.locator("[data-part=empty-title]")).to_have_text("Nothing to mark right now")
    for part in ("answer", "foot"):
        expect(desk.locator(f"[data-part={part}]")).to_be_hidden()
    expect(desk.locator("[data-part=guide] li")).to_have_count(3)
    hint(desk, "")


def test_two_tabs_show_the_same_marking(desk, live_server, member, stub):
    other = ready(go(desk.context.new_page(), live_server, member))
    mark_frames(other, stub, 100, 200)
    expect(desk.locator("[data-part=segments] .segment-times")).to_have_text(segments(other))
    for one in (desk, other):
        is_told(one, TWO_TABS)


def test_two_tabs_keep_each_other_s_bookmarks_and_what_either_watched(desk, live_server, member, stub):
    other = ready(go(desk.context.new_page(), live_server, member))
    seek(other, stub.video.table.start_ms(700))
    press(other, "m", "l")
    played_to(other, stub.video.table.start_ms(700) + 1500)
    press(other, "k", "m")
    seek(desk, stub.video.table.start_ms(100))
    press(desk, "b")
    shows(desk, MAIN, 700)
    press(desk, "Shift+g")
    expect(desk.locator("[data-part=watched]")).not_to_have_text("0%")
    one, two = (tab.locator("[data-part=watched]") for tab in (desk, other))
    eventually(desk, lambda: one.text_content() == two.text_content())  # it grows in both, not at the same time


def test_a_question_with_an_image_shows_its_frame_and_asks_for_it_too(page, live_server, member, stub):
    picture = {"key": "film", "at_ms": stub.video.table.start_ms(777)}
    stub.seats = [seat(1, task="ims", condition=picture)]
    desk = ready(open_marking(page, live_server, member, stub))
    shows(desk, "[data-part=condition] video", 777)
    mark_frames(desk, stub, 10, 30)
    press(desk, "1", "2", "3", "3", "Control+Enter")
    all_saved(desk)
    entry = stub.stored[0]
    assert (entry["specific"], entry["condition_needed"], entry["complete"]) == (True, True, False)


def test_a_third_person_sees_and_answers_pieces_only(page, live_server, member, stub):
    table = stub.video.table
    spans = [[table.start_ms(100), table.start_ms(200)], [table.start_ms(400), table.start_ms(600)]]
    pieces = [{"span": spans[0], "asks": "segment"}, {"span": spans[1], "asks": "edges"}]
    stub.seats = [seat(1, pieces=pieces)]
    desk = ready(open_marking(page, live_server, member, stub))
    shows(desk, MAIN, 100)
    press(desk, "Home", "ArrowLeft")
    shows(desk, MAIN, 100)
    press(desk, "End", "ArrowRight")
    shows(desk, MAIN, 199)
    press(desk, "1")
    shows(desk, MAIN, 400)
    expect(desk.locator("[data-part=speed]")).to_have_text("2×")
    press(desk, "i", "End", "ArrowLeft", "o", "Enter", "Control+Enter")
    all_saved(desk)
    assert stub.stored[0]["pieces"] == [
        {"span": spans[0], "word": "yes"},
        {"span": spans[1], "word": "edges", "segments": [[table.start_ms(400), table.start_ms(599)]]},
    ]
    assert "segments" not in stub.stored[0]


def test_keys_are_chosen_by_pressing_them_and_kept(desk, live_server, member, stub):
    press(desk, "h")
    desk.click("#keys [data-command=setStart] button")
    press(desk, "o")
    expect(desk.locator("#keys [data-say]")).to_have_text("O is already used for “set the end”. Choose another key.")
    press(desk, "8")
    expect(desk.locator("#keys [data-say]")).to_have_text("8 now means “set the start”.")
    desk.click("#keys [data-close]")
    ready(go(desk, live_server, member))
    press(desk, "i")
    hint(desk, "")
    press(desk, "8")
    hint(desk, "The start is set. Now set the end.")
    expect(desk.locator("[data-key-of=setStart]")).to_have_text("8")


def test_what_was_sent_before_the_page_was_opened_can_still_be_changed(page, live_server, member, stub):
    table = stub.video.table
    segment = [table.start_ms(100), table.start_ms(201)]
    sent = {**seat(9), "segments": [segment], "specific": True, "complete": True, "note": ""}
    sent |= {"seat": sent.pop("id"), "key": "old", "changeable": True, "changeable_until": "2999-01-01T00:00:00Z"}
    stub.past = [sent]
    desk = ready(open_marking(page, live_server, member, stub))
    desk.get_by_role("button", name="Question 9?").click()
    expect(desk.locator("[data-part=segments] .segment-times")).to_have_count(1)
    press(desk, "Control+Enter")
    hint(desk, "This answer has already been sent.")
    press(desk, "n", "Delete", "0", "Control+Enter")
    eventually(desk, lambda: len(stub.stored) == 1)
    assert (stub.stored[0]["replaces"], stub.stored[0]["segments"]) == ("old", [])


def test_what_was_watched_in_another_browser_counts(page, live_server, member, stub):
    stub.seen = [[0, 20_000]]
    desk = ready(open_marking(page, live_server, member, stub))
    expect(desk.locator("[data-part=watched]")).to_have_text(re.compile("^(49|50)%$"))


def test_a_question_whose_video_cannot_be_shown_waits(page, live_server, member, stub):
    stub.seats = [seat(1, video=None), seat(2)]
    desk = ready(open_marking(page, live_server, member, stub))
    expect(desk.locator("[data-part=query]")).to_have_text("Question 2?")
