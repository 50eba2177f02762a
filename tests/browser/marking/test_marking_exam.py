"""The exam at the marker's desk: what a question that was missed teaches, and what people read afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from annotator.models import Membership, Standing
from tests.browser.marking.at_marking import MAIN, mark_frames, marker, open_marking, press, ready, shows
from tests.browser.marking.stub import Stub, numbered_video, seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WHY = "The man sits down twice."


@pytest.fixture
def stub() -> Stub:
    table = numbered_video().table
    truth = [[table.start_ms(100), table.start_ms(200)], [table.start_ms(600), table.start_ms(700)]]
    lesson = {"segments": truth, "explanation": WHY, "earlier_segments": []}
    return Stub(numbered_video(), [seat(1, lesson=lesson), seat(2)], me={"standing": "relabel", "failed_exam": None})


@pytest.fixture
def desk(page, live_server, stub):
    member = marker()
    Membership.objects.filter(pk=member.pk).update(standing=Standing.RELABEL)
    return ready(open_marking(page, live_server, member, stub))


def test_a_missed_question_teaches_its_answer_and_leaves_the_marking_to_the_person(desk, stub):
    expect(desk.locator("[data-part=exam]")).to_have_text("Exam: missed questions")
    expect(desk.locator("[data-part=lesson]")).to_be_visible()
    expect(desk.locator("[data-part=lesson-truth] button")).to_have_count(2)
    expect(desk.locator("[data-part=lesson-why]")).to_have_text(WHY)
    expect(desk.locator("[data-part=lesson-earlier]")).to_have_text("no answer here")
    desk.locator("[data-part=lesson-truth] button").nth(1).click()
    shows(desk, MAIN, 600)
    mark_frames(desk, stub, 100, 200)
    expect(desk.locator("[data-part=segments] li")).to_have_count(1)
    expect(desk.locator("[data-part=lesson-truth] button")).to_have_count(2)
    press(desk, "q")
    expect(desk.locator("[data-part=query]")).to_have_text("Question 2?")
    expect(desk.locator("[data-part=lesson]")).to_be_hidden()
    press(desk, "Shift+q")
    expect(desk.locator("[data-part=lesson]")).to_be_visible()


def test_who_failed_reads_it_on_the_empty_desk(page, live_server, stub):
    member = marker()
    Membership.objects.filter(pk=member.pk).update(standing=Standing.EXAM)
    stub.seats = []
    stub.me = {"standing": "training", "failed_exam": {"answers": 5, "misses": 3}}
    desk = open_marking(page, live_server, member, stub)
    expect(desk.locator("[data-part=empty-title]")).to_have_text("You did not pass the exam")
    expect(desk.locator("[data-part=empty-text]")).to_contain_text("First answers that missed the truth: 3 of 5.")
    expect(desk.locator("[data-part=exam]")).to_be_hidden()


def test_who_waits_reads_the_words_of_the_start_page(page, live_server, stub):
    member = marker()
    Membership.objects.filter(pk=member.pk).update(standing=Standing.RELABEL)
    stub.seats, stub.reason = [], "waiting_for_truth"
    stub.me = {"standing": "relabel", "failed_exam": None}
    desk = open_marking(page, live_server, member, stub)
    expect(desk.locator("[data-part=empty-title]")).to_have_text("All scored again")
    expect(desk.locator("[data-part=empty-text]")).to_contain_text("The next stage begins in a moment.")
