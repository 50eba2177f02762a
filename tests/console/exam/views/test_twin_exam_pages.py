"""The lead's pages of an exam in a twins campaign: making it, its bank, samples, who may write, the report."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from annotator.exam.selectors.exams import exam_items
from annotator.models import SampleGrade, WritingPermit
from annotator.twins.answers import KnownCase
from moments.models import LedgerEntry
from tests.annotator.exam.twin_scenes import judge_exam, passed_judging, sitter, swept, twin_exam, write_sample
from tests.console.scenes import REFUSED, refusals
from tests.factories import NOW, make_campaign, make_lead, make_member, make_twins
from tests.twins import judge, twin_campaign

pytestmark = pytest.mark.django_db

PROGRAM = {"HTTP_HX_REQUEST": "true"}


def text_of(response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def led(campaign) -> Client:
    client = Client()
    client.force_login(make_lead(campaign).user)
    return client


def test_a_lead_makes_an_exam_of_clips_by_number():
    campaign, _ = twin_campaign(people=0)
    clips = [twin.forward.desc_id for twin in make_twins(campaign, 4)]
    client = led(campaign)
    assert "Clips that are left (4)" in text_of(client.get("/c/arrow/exam/make/"))
    form = {"pairs": f"{clips[0]}-{clips[3]}", "writing": clips[0], "seed": 1, "sittings_allowed": 2}
    bars = {"most_misalignment": 20, "most_case_misalignment": 50}
    answered = client.post("/c/arrow/exam/make/", {**form, **bars}, follow=True)
    assert "Exam 1 is a draft with 4 clips" in text_of(answered)
    exam = campaign.exams.get()
    assert (exam.most_misalignment, exam.most_case_misalignment, exam.items.filter(writes=True).count()) == (
        0.2,
        0.5,
        1,
    )
    assert "at most 20% of the first answers missed, at most 50% of the clips with each right answer" in text_of(
        answered
    )
    assert "Clips that are left" not in text_of(client.get("/c/arrow/exam/make/"))


def test_what_cannot_be_made_is_said():
    campaign, _ = twin_campaign(people=0)
    client = led(campaign)
    answered = client.post("/c/arrow/exam/make/", {"pairs": "7 8 9", "seed": 0, "sittings_allowed": 1})
    assert (answered.status_code, campaign.exams.count()) == (409, 0)
    assert "7 is not the number of a forward clip" in text_of(answered)
    answered = client.post(
        "/c/arrow/exam/make/", {"pairs": "x", "seed": 0, "sittings_allowed": 1, "items_a_sitting": 2}
    )
    assert answered.status_code == 400
    assert "No clips are left for an exam." in text_of(client.get("/c/arrow/exam/make/"))


def test_right_answers_and_explanations_are_saved_in_a_draft_and_the_exam_opens():
    exam = twin_exam(("", "", ""), opened=False)
    client = led(exam.campaign)
    rows = client.get("/c/arrow/exam/?show=bank").context["rows"]
    posted = {f"seen-{row.item.pair.number}": row.seen for row in rows}
    for row, case in zip(rows, KnownCase, strict=True):
        posted |= {f"truth-{row.item.pair.number}": case.value, f"explanation-{row.item.pair.number}": "See the cup."}
    assert "3 clips saved." in text_of(client.post("/c/arrow/exam/1/save/", posted, follow=True))
    assert [item.known_case for item in exam_items(exam)] == ["twins", "single", "dropped"]
    assert "Exam 1 is open." in text_of(client.post("/c/arrow/exam/1/open/", follow=True))
    bank = text_of(client.get("/c/arrow/exam/?show=bank"))
    assert "Right answer: The reverse looks unreal" in bank
    assert client.post("/c/arrow/exam/1/save/", {"seen-2": "x", "truth-2": "4"}).status_code == 400


def test_the_queue_shows_samples_and_a_program_grades_them():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    client = led(exam.campaign)
    page = client.get("/c/arrow/exam/samples/")
    assert "A man opens the green door" in text_of(page)
    assert [card.score.pk for card in page.context["cards"]] == [score.pk]
    address = f"/c/arrow/exam/samples/{score.pk}/"
    refused = client.post(address, {"decision": "fail", "remark": " "}, **PROGRAM)
    assert (refused.status_code, refused.content.decode()) == (422, "remark: say what is wrong; the person reads it")
    done = client.post(address, {"decision": "fail", "remark": "Say who."}, **PROGRAM)
    assert (done.status_code, "did not pass" in text_of(done)) == (200, True)
    crossed = client.post(address, {"decision": "pass"}, **PROGRAM)
    assert (crossed.status_code, SampleGrade.objects.get().passed) == (409, False)
    assert client.post(address, {"decision": "maybe"}).status_code == 400
    again = write_sample(member, "A tall man opens the door", now=now)
    card = client.get("/c/arrow/exam/samples/").context["cards"][0]
    assert (card.score, card.remarks) == (again, ["Say who."])
    assert client.post(f"/c/arrow/exam/samples/{again.pk}/", {"decision": "pass"}).status_code == 302
    assert WritingPermit.objects.filter(member=member).exists()
    entry = LedgerEntry.objects.filter(kind="writing_sample_graded").latest("number")
    assert entry.actor == exam.campaign.members.get(role="lead").pseudonym


def test_a_grade_is_undone_by_program_or_form_until_its_captions_were_written_again():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    client = led(exam.campaign)
    address = f"/c/arrow/exam/samples/{score.pk}/"
    line = client.post(address, {"decision": "pass"}, **PROGRAM)
    assert f"{address}undo/" in line.content.decode()
    card = client.post(f"{address}undo/", **PROGRAM)
    assert (card.status_code, "A man opens the green door" in text_of(card)) == (200, True)
    assert not SampleGrade.objects.exists()
    late = client.post(f"{address}undo/", **PROGRAM)
    assert (late.status_code, late.content.decode()) == (422, "No changes were made: nobody has graded these captions.")
    client.post(address, {"decision": "fail", "remark": "Say who."})
    write_sample(member, "A tall man opens the door", now=now)
    assert client.post(f"{address}undo/").status_code == 302
    assert "so the grade can no longer be undone" in text_of(client.get("/c/arrow/exam/samples/"))
    assert SampleGrade.objects.get().remark == "Say who."


def test_samples_that_wait_are_in_the_inbox():
    exam = twin_exam(writes=1)
    client = led(exam.campaign)
    assert "Samples of captions" not in text_of(client.get("/c/arrow/inbox/"))
    member, now = passed_judging(exam)
    write_sample(member, now=now)
    inbox = text_of(client.get("/c/arrow/inbox/"))
    assert "Samples of captions" in inbox
    assert "A man opens the green door" in inbox


def test_who_may_write_is_shown_and_changed_by_hand():
    exam = twin_exam(writes=1)
    member = make_member(exam.campaign)
    client = led(exam.campaign)
    assert "not yet" in text_of(client.get("/c/arrow/exam/?show=writing"))
    form = {"person": member.pseudonym, "writes": "yes", "reason": "known"}
    assert "may write captions." in text_of(client.post("/c/arrow/exam/1/permit/", form, follow=True))
    assert WritingPermit.objects.filter(member=member).exists()
    answered = client.post("/c/arrow/exam/1/permit/", {**form, "writes": "no"}, follow=True)
    assert "may no longer write captions." in text_of(answered)
    assert not WritingPermit.objects.exists()
    assert client.post("/c/arrow/exam/1/permit/", {**form, "writes": "perhaps"}).status_code == 400
    lead = exam.campaign.members.get(role="lead")
    answered = client.post("/c/arrow/exam/1/permit/", {**form, "person": lead.pseudonym}, follow=True)
    assert "is not an annotator" in text_of(answered)


def test_leads_read_that_captions_wait_and_nobody_may_write():
    exam = twin_exam(writes=1, people=2)
    for person in exam.campaign.members.order_by("pk"):
        person.campaign = exam.campaign
        judge(person)
    swept(exam.campaign, NOW)
    client = led(exam.campaign)
    words = "1 clip is waiting for captions, but nobody may write yet."
    assert words in text_of(client.get("/c/arrow/exam/?show=writing"))
    member = make_member(exam.campaign)
    client.post("/c/arrow/exam/1/permit/", {"person": member.pseudonym, "writes": "yes"})
    assert words not in text_of(client.get("/c/arrow/exam/?show=writing"))


def test_a_clip_to_write_about_is_dropped():
    exam = twin_exam(writes=1)
    number = exam.items.get(writes=True).pair.number
    client = led(exam.campaign)
    answered = client.post(f"/c/arrow/exam/1/pairs/{number}/drop/", {"reason": "two films"}, follow=True)
    assert "This exam does not ask for captions." in text_of(answered)


def test_the_report_counts_misses_by_case():
    exam = twin_exam(("twins", "single", "dropped") * 2)
    for wrong in (None, {KnownCase.SINGLE: KnownCase.TWINS}):
        judge_exam(sitter(exam), exam, wrong)
    swept(exam.campaign, NOW)
    client = led(exam.campaign)
    page = client.get("/c/arrow/exam/report/")
    report = page.context["report"]
    assert sorted(row.missed for row in report.people) == [0, 1 / 3]
    assert (round(report.missed.value, 3), [one.value for _, one in report.cases]) == (0.167, [0, 0.5, 0])
    assert next((row.case, row.missed, row.answered) for row in report.items) == (KnownCase.SINGLE, 1, 2)
    for of, lines in (("people", 3), ("pairs", 7), ("cohort", 5)):
        text = client.get(f"/c/arrow/exam/report/csv/?of={of}").content.decode("utf-8-sig")
        assert len(text.splitlines()) == lines
    assert "missed_share_twins,missed_share_single" in client.get("/c/arrow/exam/report/csv/").content.decode()


@pytest.mark.parametrize("samples", [1, 3])
def test_the_pages_need_no_more_queries_for_more_samples(samples, django_assert_max_num_queries):
    exam = twin_exam(writes=1)
    for _ in range(samples):
        member, now = passed_judging(exam)
        write_sample(member, now=now)
    client = led(exam.campaign)
    with django_assert_max_num_queries(34):
        client.get("/c/arrow/exam/samples/")
    with django_assert_max_num_queries(38):
        client.get("/c/arrow/exam/?show=writing")


@pytest.mark.parametrize("address", ["exam/", "exam/make/", "exam/report/", "exam/samples/"])
def test_outsiders_are_refused(client, address):
    campaign, _ = twin_campaign(people=0)
    assert refusals(client, campaign, f"/c/arrow/{address}", "get") == REFUSED


def test_other_campaigns_have_no_samples(client):
    campaign = make_campaign("graded")
    assert led(campaign).get("/c/graded/exam/samples/").status_code == 404
