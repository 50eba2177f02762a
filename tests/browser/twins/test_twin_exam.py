"""The exam of a twins campaign by keyboard: a sitting, a missed clip, a sample of captions, and its grade."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotator.models import Exam, SampleGrade, Score, Seat, WritingPermit
from annotator.scoring.selectors.twins import twin_questions
from annotator.twins.answers import KnownCase
from annotator.twins.entries import case_body
from consensus.sweep.services import settle_campaign
from tests.annotator.exam.twin_scenes import case_of_seat, passed_judging, sitter, twin_exam, write_sample
from tests.browser.at_desk import BOUNCE_MS, all_saved, begin_session, eventually
from tests.browser.axe import violations
from tests.browser.conftest import store_clips
from tests.factories import make_lead

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEYS = {"neither": "a", "first": "s", "second": "d", "both": "f"}


@pytest.fixture
def exam() -> Exam:
    """An exam of three clips with one to write about, whose clips play."""
    made = twin_exam(writes=1)
    store_clips(made.campaign)
    return made


def shown(page: Page, after: str = "") -> str:
    page.wait_for_selector(f'body[data-mode=ready]:not([data-seat="{after}"])')
    page.wait_for_timeout(BOUNCE_MS)
    return page.locator("body").get_attribute("data-seat")


def press_case(page: Page, seat: Seat, case: KnownCase) -> None:
    """Judge the clips in view as if they were of that case."""
    body = case_body(case, forward_first=twin_questions([seat.pk])[seat.pk].forward_first)
    page.keyboard.press("4" if body["temporal"] else "1")
    if body["temporal"]:
        page.keyboard.press(KEYS[str(body["unreal"])])


def swept(exam: Exam) -> None:
    Score.objects.update(changeable_until=timezone.now() - timedelta(seconds=1))
    settle_campaign(campaign=exam.campaign, now=timezone.now())


def test_a_sitting_teaches_what_was_missed_and_goes_on_with_a_sample(page, live_server, exam):
    member = sitter(exam)
    begin_session(page, live_server, member.user)
    page.goto(f"{live_server.url}/c/{exam.campaign.slug}/twins/")
    page.wait_for_selector("body[data-started=whole]")
    expect(page.locator("[data-part=exam]")).to_have_text("Exam: first answers, no help")
    last = ""
    for _ in range(3):
        last = shown(page, last)
        seat = Seat.objects.get(public_id=last)
        case = case_of_seat(seat, exam)
        press_case(page, seat, KnownCase.DROPPED if case is KnownCase.TWINS else case)
    page.wait_for_selector("body[data-mode=empty]")
    all_saved(page)
    swept(exam)

    page.reload()
    again = shown(page)
    expect(page.locator("[data-part=exam]")).to_have_text("Exam: missed clips")
    expect(page.locator("[data-lesson=truth]")).to_have_text("Time matters, and both clips look real.")
    expect(page.locator("[data-lesson=why]")).to_have_text("It is twins.")
    expect(page.locator("[data-lesson=earlier]")).to_have_text("Time does not matter.")
    assert not violations(page)
    press_case(page, Seat.objects.get(public_id=again), KnownCase.TWINS)
    page.wait_for_selector("body[data-mode=empty]")
    all_saved(page)
    swept(exam)

    page.reload()
    shown(page)
    while page.locator("body").get_attribute("data-task") != "caption":
        page.keyboard.press("1")
        shown(page, page.locator("body").get_attribute("data-seat"))
    expect(page.locator("[data-sample]")).to_be_visible()
    page.keyboard.press("c")
    page.keyboard.type("A red ball rolls down the hill")
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    page.keyboard.type("A red ball rolls up the hill")
    page.keyboard.press("Control+Enter")
    eventually(page, lambda: Score.objects.filter(twin_caption__isnull=False).exists())
    assert not WritingPermit.objects.exists()


def test_a_lead_grades_samples_by_key(page, live_server, exam):
    scores = []
    for _ in range(2):
        member, now = passed_judging(exam)
        scores.append(write_sample(member, now=now))
    begin_session(page, live_server, make_lead(exam.campaign).user)
    page.goto(f"{live_server.url}/c/{exam.campaign.slug}/exam/samples/")
    page.wait_for_selector("body[data-started=whole]")
    expect(page.locator("[data-card]")).to_have_count(2)
    assert not violations(page)
    page.keyboard.press(" ")
    expect(page.locator("[data-card][aria-current] .page-player[data-mode=ready]")).to_have_count(2)
    page.keyboard.press("x")
    expect(page.locator("[data-card][aria-current] textarea")).to_be_focused()
    page.keyboard.type("Say what the man wears.")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(page.locator("[data-card]")).to_have_count(1)
    page.keyboard.press("p")
    expect(page.locator("[data-empty]")).to_be_visible()
    eventually(page, lambda: SampleGrade.objects.count() == 2)
    grades = {grade.score_id: (grade.passed, grade.remark) for grade in SampleGrade.objects.all()}
    assert grades == {scores[0].pk: (False, "Say what the man wears."), scores[1].pk: (True, "")}
    assert [permit.member_id for permit in WritingPermit.objects.all()] == [scores[1].annotator_id]
    page.keyboard.press("u")
    expect(page.locator("[data-card][aria-current]")).to_contain_text(scores[1].annotator.pseudonym)
    eventually(page, lambda: SampleGrade.objects.count() == 1)
    assert not WritingPermit.objects.exists()
    assert not violations(page)
