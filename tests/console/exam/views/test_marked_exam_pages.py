"""The lead's pages of an exam where the campaign marks: making it, its bank, copies, its report."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from annotator.exam.selectors.references import known_answers
from annotator.exam.settings import Bar
from annotator.marking.segments import Segment
from annotator.models import ReferenceQuestion
from consensus.sweep.services import sweep_exam
from tests.annotator.exam.marked_scenes import HERE, TRUTHS, TWO, answer, known, marked_exam, sitter
from tests.console.scenes import REFUSED, refusals
from tests.factories import NOW, make_lead
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db
SHARES = "missed_share,found_share,mean_iou,mean_iou_final"
LATER = NOW + timedelta(seconds=61)


def text_of(response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def led(campaign) -> Client:
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


@pytest.fixture
def campaign():
    campaign, _ = marking_campaign(people=0)
    known(campaign)
    return campaign


def test_a_lead_makes_an_exam_with_bars_of_its_kind(campaign):
    client = led(campaign)
    page = text_of(client.get("/c/long/exam/make/"))
    assert "Questions with known answers (3)" in page
    assert "0:05 – 0:08, 0:40 – 0:50" in page
    form = {"how": "draw", "queries": 3, "seed": 1, "sittings_allowed": 2}
    bars = {"most_misalignment": 20, "least_found": 80, "least_iou": "0.6"}
    answered = client.post("/c/long/exam/make/", {**form, **bars}, follow=True)
    assert "Exam 1 is a draft with 3 questions" in text_of(answered)
    exam = campaign.exams.get()
    assert (exam.truth_kind, exam.sittings_allowed) == ("gold", 2)
    assert (exam.most_misalignment, exam.least_found, exam.least_iou) == (0.2, 0.8, 0.6)
    assert (
        "at most 20% of the first answers missed, at least 80% of the true segments found, mean IoU at least 0.6"
        in text_of(answered)
    )


def test_what_cannot_be_made_is_said(campaign):
    client = led(campaign)
    form = {"how": "pick", "pairs": "99", "queries": 3, "seed": 1, "sittings_allowed": 1}
    answered = client.post("/c/long/exam/make/", form)
    assert (answered.status_code, campaign.exams.count()) == (409, 0)
    assert "pairs: 99 is not a pair of the campaign" in text_of(answered)
    assert client.post("/c/long/exam/make/", {**form, "least_iou": 7}).status_code == 400


def test_answers_and_explanations_are_saved_in_a_draft():
    exam = marked_exam(opened=False)
    client = led(exam.campaign)
    page = client.get("/c/long/exam/?show=bank")
    seen = {row.item.pair.number: row.seen for row in page.context["rows"]}
    posted = {f"seen-{number}": mark for number, mark in seen.items()}
    posted |= {"truth-1": "0:11 - 0:21.5", "truth-2": "0:05 – 0:08, 0:40 – 0:50", "truth-3": "none"}
    posted |= {"explanation-1": "He sits.", "explanation-2": "", "explanation-3": ""}
    assert "1 question saved." in text_of(client.post("/c/long/exam/1/save/", posted, follow=True))
    item = exam.items.get(pair__number=1)
    assert item.explanation == "He sits."
    assert known_answers([item.pair_id])[item.pair_id].segments == (Segment(11_000, 21_500),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("soon", "pair 1, answer: expected times such as 0:10 - 0:20.5, or none, got 'soon'"),
        ("0:10 - 2:00", "pair 1, segments: segment 1: lies outside the video, which lasts 60000 ms"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_nothing_saved(text, problem):
    exam = marked_exam(opened=False)
    client = led(exam.campaign)
    rows = client.get("/c/long/exam/?show=bank").context["rows"]
    posted = {"seen-1": rows[0].seen, "truth-1": text, "explanation-1": "He sits."}
    answered = client.post("/c/long/exam/1/save/", posted)
    assert (answered.status_code, exam.items.get(pair__number=1).explanation) == (409, "")
    assert problem in text_of(answered)
    assert f'value="{text}"' in answered.content.decode()


def test_decided_questions_are_copied():
    campaign, (author, marker) = marking_campaign(people=2, videos=0, opened=False)
    questions = [WorldQuestion((Segment(1_000, 4_000),), text) for text in ("When?", "Where?", "Why?")]
    store_world(campaign, [WorldVideo("film", 60_000, questions=questions)], author, marker)
    client = led(campaign)
    assert "Decided questions" in text_of(client.get("/c/long/exam/make/"))
    answered = client.post("/c/long/exam/copy/", {"question": ["1", "3"]}, follow=True)
    assert "2 questions are copied." in text_of(answered)
    assert sorted(ReferenceQuestion.objects.values_list("source__number", flat=True)) == [1, 3]
    assert "choose at least one question" in text_of(client.post("/c/long/exam/copy/", {}, follow=True)).casefold()
    again = client.post("/c/long/exam/copy/", {"question": ["1"]}, follow=True)
    assert "question 1 has been copied already" in text_of(again).casefold()


@pytest.fixture
def taken():
    """An exam that one person passed after a miss, and another failed."""
    exam = marked_exam(bar=Bar(most_misalignment=0.5))
    numbers = [item.pair.number for item in exam.items.order_by("pair__number")]
    right = dict(zip(numbers, TRUTHS, strict=True))
    for given in ({**right, 2: TWO[:1]}, {**right, 1: (), 2: HERE}):
        member, _ = sitter(exam)
        answer(member, given)
        sweep_exam(campaign=exam.campaign, now=LATER)
        member.refresh_from_db()
        if member.standing == "relabel":
            answer(member, right, now=LATER)
    sweep_exam(campaign=exam.campaign, now=LATER + timedelta(seconds=61))
    return exam


def test_the_report_has_people_cohort_and_questions(taken):
    client = led(taken.campaign)
    page = client.get("/c/long/exam/report/")
    report = page.context["report"]
    people = {row.sitting.state: row for row in report.people}
    assert (people["passed"].answered, people["failed"].answered) == (3, 3)
    assert [round(people[state].missed, 3) for state in ("passed", "failed")] == [0.333, 0.667]
    assert [round(people[state].found, 3) for state in ("passed", "failed")] == [0.667, 0.0]
    assert (people["passed"].final_iou, people["failed"].final_iou) == (1.0, None)
    assert (round(report.missed.value, 3), round(report.found.value, 3)) == (0.5, 0.333)
    assert report.missed.low is not None
    assert [(row.item.pair.number, row.missed, row.answered) for row in report.items] == [
        (2, 2, 2),
        (1, 1, 2),
        (3, 0, 2),
    ]
    assert "Questions, most missed first" in text_of(page)
    for of, header in (
        (
            "people",
            "worker,worker_id,sitting,state,answered,median_seconds,missed_share,found_share,mean_iou,mean_iou_final",
        ),
        ("pairs", "pair,query,truth,doubtful,answered,missed,found_share,mean_iou"),
        ("cohort", "measure,people,value,low,high,why_none"),
    ):
        lines = client.get(f"/c/long/exam/report/csv/?of={of}").content.decode("utf-8-sig").splitlines()
        assert lines[0] == header
        assert len(lines) == {"people": 3, "pairs": 4, "cohort": 4}[of]


def test_every_page_of_a_taken_exam_answers(taken):
    client = led(taken.campaign)
    for address in ("/c/long/exam/", "/c/long/exam/?show=bank", "/c/long/exam/?show=people", "/c/long/exam/make/"):
        assert client.get(address).status_code == 200
    assert client.post("/c/long/exam/1/pairs/2/doubtful/", {"doubtful": "yes"}).status_code == 302
    assert client.post("/c/long/exam/1/pairs/2/drop/", {"reason": "two answers"}).status_code == 302
    assert client.post("/c/long/exam/1/close/", {"state": "frozen"}).status_code == 302


@pytest.mark.parametrize(
    ("address", "method"), [("exam/copy/", "post"), ("exam/make/", "get"), ("exam/report/", "get")]
)
def test_outsiders_are_refused(client, campaign, address, method):
    assert refusals(client, campaign, f"/c/long/{address}", method) == REFUSED
