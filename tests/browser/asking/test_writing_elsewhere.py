"""What happens at the writing desk while the same author's work changes elsewhere, or their video is not there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.drafts import delete_draft
from annotator.asking.services.finishing import finish_silent, finish_video
from annotator.asking.services.states import return_ask
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.models import Membership, Viewing
from moments.models import Campaign
from tests.annotator.asking.scenes import submitted
from tests.browser.asking.at_writing import asks_are, begin, open_writing, stored, submit, words_of, write, write_whole
from tests.browser.marking.at_marking import MAIN, START, all_saved, hint, press, ready, seek, segments, shows
from tests.browser.marking.replaced import cut_again, is_told, miss_video
from tests.browser.marking.test_marking_served import store_files
from tests.marking import make_whole_video

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(page, live_server, author):
    return begin(page, live_server, author)


def test_a_draft_that_was_deleted_elsewhere_goes_on_as_a_new_one(desk, author):
    write(desk, "first")
    all_saved(desk)
    delete_draft(member=author, number=1, now=timezone.now())
    write(desk, " and more")
    expect(desk.locator("[data-part=notices]")).to_contain_text("A draft was deleted in another window")
    all_saved(desk)
    assert [ask.text for ask in stored()] == [words_of(desk)]


def test_what_is_written_after_a_submission_elsewhere_is_a_new_draft(desk, film, author):
    write_whole(desk, film, "first", 100, 110)
    all_saved(desk)
    submit_ask(member=author, number=1, sent=Sent("elsewhere"), now=timezone.now())
    press(desk, "c", "Control+a")
    desk.keyboard.type("second")
    press(desk, "Escape")
    expect(desk.locator("[data-part=notices]")).to_contain_text("Question 1 was submitted in another window.")
    all_saved(desk)
    assert [(ask.text, ask.state) for ask in stored()] == [("first", "submitted"), ("second", "draft")]
    asks_are(desk, "submitted", "draft", "new")


def test_a_video_that_was_given_back_returns_with_what_was_not_saved(desk, author):
    write(desk, "first")
    all_saved(desk)
    desk.context.set_offline(True)
    write(desk, "! ")
    Membership.objects.filter(pk=author.pk).update(last_request_at=timezone.now() - timedelta(hours=2))
    finish_silent(campaign=Campaign.objects.get(pk=author.campaign_id), now=timezone.now())
    assert Viewing.objects.get().ended_at is not None
    unsaved = words_of(desk)
    assert unsaved != "first"
    desk.context.set_offline(False)
    desk.reload()
    desk.wait_for_selector("body[data-mode=empty]")
    press(desk, "Enter")
    ready(desk)
    expect(desk.locator("[data-part=words]")).to_have_value(unsaved)
    all_saved(desk)
    assert [ask.text for ask in stored()] == [unsaved]


def test_a_returned_question_about_another_video_opens_that_video(page, live_server, author, film):
    now = timezone.now()
    begin_writing(member=author, now=now)
    table = film.video.table
    ask = submitted(author, now=now, text="When?", segments=[[table.start_ms(100), table.start_ms(201)]])
    finish_video(member=author, now=now)
    other = make_whole_video(author.campaign, "another", duration_s=film.frames()["duration_ms"] / 1000)
    store_files(other.clips.get(rendition="proxy"), film)
    return_ask(pair=ask.pair_id, reason="Not complete", now=now)
    desk = open_writing(page, live_server, author)
    desk.wait_for_selector("body[data-mode=empty]")
    press(desk, "Enter")
    ready(desk)
    own = desk.locator("[data-part=asks] .ask")
    expect(own).to_have_count(1)
    seek(desk, table.start_ms(700))
    press(desk, "m", "y")
    expect(desk.locator("[data-part=reason]")).to_have_text("Not complete")
    shows(desk, MAIN, 0)
    press(desk, "b")
    hint(desk, "There is no bookmark yet.")
    press(desk, "n")
    shows(desk, MAIN, 100)
    press(desk, "Shift+q")
    shows(desk, MAIN, 700)
    press(desk, "y", "c", "End")
    desk.keyboard.type(" Again")
    press(desk, "Escape")
    submit(desk)
    assert [(one.text, one.state, one.version) for one in stored()] == [("When? Again", "submitted", 2)]
    expect(desk.locator("[data-part=returned] .ask")).to_have_count(0)


def test_a_video_that_is_cut_again_keeps_everything_and_the_author_is_told(desk, film, author, tmp_path):
    table = film.video.table
    write_whole(desk, film, "When does it fall?", 100, 110)
    all_saved(desk)
    seek(desk, table.start_ms(500))
    press(desk, "p", "m")
    desk.context.set_offline(True)
    write(desk, " Now")
    marked, words = segments(desk), words_of(desk)
    cut_again(author, film, tmp_path)
    desk.context.set_offline(False)
    miss_video(desk)
    is_told(desk)
    ready(desk)
    assert (segments(desk), words_of(desk)) == (marked, words)
    shows(desk, MAIN, 500)
    shows(desk, "[data-part=condition] video", 500)
    press(desk, "n")
    shows(desk, START, 100)
    submit(desk)
    (ask,) = [one for one in stored() if one.state == "submitted"]
    assert (ask.text, ask.condition_ms) == (words, table.start_ms(500))
    assert ask.segments == [[table.start_ms(100), table.start_ms(111)]]
