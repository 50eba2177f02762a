"""Samples of captions: who writes them, how leads grade them, and who may write in the campaign."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.exam.selectors.exams import writing_items
from annotator.exam.selectors.samples import ungraded_samples
from annotator.exam.services.exams import drop_item
from annotator.exam.services.samples import grade_sample, permit_writing, undo_sample_grade, withdraw_permit
from annotator.models import Membership, SampleGrade, Score, Seat, Standing, WritingPermit
from annotator.scoring.selectors.twins import twin_questions
from annotator.seats.selectors.remaining import open_pairs
from annotator.seats.selectors.writers import may_write
from annotator.seats.services.reassigning import reassign_seats
from annotator.twins.tasks import TwinTask, task_of
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.annotator.exam.twin_scenes import ACTOR, passed_judging, sitter, swept, twin_exam, write_sample
from tests.factories import NOW, make_member
from tests.twins import answer, ask, judge, write

pytestmark = pytest.mark.django_db


def grade(score: Score, passed: bool = True, remark: str = "") -> SampleGrade:
    campaign = score.seat.campaign
    return grade_sample(campaign=campaign, score=score.pk, passed=passed, remark=remark, now=NOW, actor=ACTOR)


def tasks(member: Membership, now) -> list[str]:
    """The tasks of the person's seats, with those of samples marked."""
    member.refresh_from_db()
    questions = twin_questions([seat.pk for seat in ask(member, now=now)])
    return sorted("sample" if one.is_sample else one.task.value for one in questions.values())


def writing_waits(exam, now) -> None:
    """Two people judge the campaign's clip, so that somebody is asked to write its captions."""
    for person in list(exam.campaign.members.filter(standing=Standing.QUALIFIED).order_by("pk"))[:2]:
        person.campaign = exam.campaign
        judge(person, now=now)
    swept(exam.campaign, now)


def test_samples_come_once_judging_is_passed_and_the_person_works_already():
    exam = twin_exam(writes=2)
    member, now = passed_judging(exam)
    assert member.standing == Standing.QUALIFIED
    assert tasks(member, now) == ["judge", "sample", "sample"]
    assert not may_write(member)


def test_who_passed_all_samples_may_write():
    exam = twin_exam(writes=2)
    member, now = passed_judging(exam)
    one = write_sample(member, now=now)
    assert list(ungraded_samples(exam.campaign)) == [one]
    grade(one)
    assert not may_write(member)
    grade(write_sample(member, "A cup falls off the table", "A cup jumps up to the table", now=now))
    assert may_write(member)
    assert not ungraded_samples(exam.campaign).exists()
    kinds = LedgerEntry.objects.filter(campaign=exam.campaign).order_by("-number").values_list("kind", flat=True)
    assert list(kinds[:2]) == ["writing_permitted", "writing_sample_graded"]


def test_what_does_not_pass_is_written_again_with_the_remark():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    grade(write_sample(member, now=now), passed=False, remark="Say what the man wears.")
    (seat,) = (one for one in ask(member, now=now) if twin_questions([one.pk])[one.pk].is_sample)
    question = twin_questions([seat.pk])[seat.pk]
    assert (seat.pair.exam_items.get().writes, question.remark) == (True, "Say what the man wears.")
    texts = list(question.captions.before if question.forward_first else question.captions.before[::-1])
    same = answer(member, seat, captions=texts, now=now)
    assert same.detail == "captions: both came back; write at least one differently"
    changed = [texts[0], texts[1] + " by the window"]
    assert answer(member, seat, captions=changed, now=now).status == "saved"
    swept(exam.campaign, now)
    grade(Score.objects.get(seat=seat, current=True))
    assert may_write(member)


def test_two_people_write_about_one_clip_apart():
    exam = twin_exam(writes=1)
    one, now = passed_judging(exam)
    grade(write_sample(one, "A first man opens a door", "A first man closes a door", now=now), False, "Too short.")
    other, now = passed_judging(exam)
    score = write_sample(other, now=now)
    grade(score, False, "Another remark.")
    seats = Seat.objects.filter(pair=writing_items(exam).get().pair, attempt=2).order_by("pk")
    questions = twin_questions([seat.pk for seat in seats])
    assert [(questions[seat.pk].remark, questions[seat.pk].captions.before[0]) for seat in seats] == [
        ("Too short.", "A first man opens a door"),
        ("Another remark.", "A man opens the green door"),
    ]


def test_only_permitted_people_are_given_captions():
    exam = twin_exam(writes=1, people=2)
    writing_waits(exam, NOW)
    member = make_member(exam.campaign)
    member.campaign = exam.campaign
    assert (tasks(member, NOW), open_pairs(member)) == ([], 0)
    permit_writing(member=member, now=NOW, actor=ACTOR)
    assert open_pairs(member) == 1
    assert tasks(member, NOW) == ["caption"]
    assert write(member).status == "saved"


def test_a_campaign_whose_exam_asks_for_no_samples_has_everybody_write():
    exam = twin_exam(people=2)
    writing_waits(exam, NOW)
    assert Seat.objects.get(pair__query__query_id=TwinTask.CAPTION.query_id).annotator is not None


def test_the_database_gives_captions_to_permitted_people_only():
    exam = twin_exam(writes=1, people=2)
    writing_waits(exam, NOW)
    member = make_member(exam.campaign)
    seat = Seat.objects.get(pair__query__query_id=TwinTask.CAPTION.query_id)
    with pytest.raises(IntegrityError, match="only people who passed it"), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(annotator=member, state="reserved")
    WritingPermit.objects.create(member=member, given_at=NOW)
    assert Seat.objects.filter(pk=seat.pk).update(annotator=member, state="reserved") == 1


def test_captions_in_the_queue_go_to_others_when_a_permit_is_withdrawn():
    exam = twin_exam(writes=1, people=2)
    writing_waits(exam, NOW)
    member, other = make_member(exam.campaign), make_member(exam.campaign)
    for person in (member, other):
        person.campaign = exam.campaign
    assert permit_writing(member=member, now=NOW, actor=ACTOR)
    assert not permit_writing(member=member, now=NOW, actor=ACTOR)
    assert tasks(member, NOW) == ["caption"]
    moved = reassign_seats(member=member, to=other, reason="leave", now=NOW, actor=ACTOR)
    assert (moved.seats, moved.skipped) == (0, 1)
    assert withdraw_permit(member=member, now=NOW, actor=ACTOR)
    assert not withdraw_permit(member=member, now=NOW, actor=ACTOR)
    assert tasks(member, NOW) == []
    assert Seat.objects.get(pair__query__query_id=TwinTask.CAPTION.query_id).state == "open"


def test_dropping_the_last_clip_that_is_missing_lets_people_write():
    exam = twin_exam(writes=2)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    grade(score)
    other = writing_items(exam).exclude(pair=score.seat.pair).get()
    assert drop_item(item=other, now=now, actor=ACTOR)
    assert WritingPermit.objects.filter(member=member).exists()
    assert tasks(member, now) == ["judge"]


@pytest.mark.parametrize(
    ("passed", "remark", "problem"),
    [
        (False, " ", "say what is wrong"),
        (True, "x" * 1001, "at most 1,000 characters"),
        (False, "a\0b", "at most 1,000 characters"),
    ],
)
def test_bad_grades_are_refused(passed, remark, problem):
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    with pytest.raises(BadInput, match=problem) as caught:
        grade(score, passed, remark)
    assert caught.value.field == "remark"
    assert not SampleGrade.objects.exists()


def test_captions_are_graded_once_and_only_once_they_are_final():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    grade(score)
    with pytest.raises(BadInput, match="somebody else has just graded"):
        grade(score, False, "No.")
    judged = Score.objects.filter(annotator=member).exclude(pk=score.pk)[0]
    with pytest.raises(BadInput, match="not part of the exam"):
        grade(judged)
    with pytest.raises(IntegrityError, match="only captions of the exam"), transaction.atomic():
        SampleGrade.objects.create(score=judged, passed=True, grader=ACTOR, graded_at=NOW)
    with pytest.raises(IntegrityError, match="a grade never changes"), transaction.atomic():
        SampleGrade.objects.update(passed=False, remark="No.")


def test_people_admitted_by_hand_are_asked_for_no_samples_and_need_a_permit():
    exam = twin_exam(writes=1)
    member = make_member(exam.campaign)
    member.campaign = exam.campaign
    assert tasks(member, NOW) == ["judge"]
    assert not may_write(member)


def test_somebody_in_the_exam_gets_no_samples_yet():
    exam = twin_exam(writes=1)
    member = sitter(exam)
    asked = {task_of(seat.pair.query.query_id) for seat in ask(member)}
    assert asked == {TwinTask.JUDGE}


def undo(score: Score) -> None:
    undo_sample_grade(campaign=score.seat.campaign, score=score.pk, now=NOW, actor="L2")


def kinds_of(exam, count: int) -> list[str]:
    """The newest entries of the ledger, the last first."""
    entries = LedgerEntry.objects.filter(campaign=exam.campaign).order_by("-number")
    return list(entries.values_list("kind", flat=True)[:count])


def test_a_grade_that_is_undone_takes_back_the_permit_that_followed_from_it():
    exam = twin_exam(writes=1, people=2)
    writing_waits(exam, NOW)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    grade(score)
    assert "caption" in tasks(member, now)
    undo(score)
    assert (may_write(member), list(ungraded_samples(exam.campaign))) == (False, [score])
    assert "caption" not in tasks(member, now)
    assert kinds_of(exam, 2) == ["writing_barred", "writing_sample_grade_undone"]
    entry = LedgerEntry.objects.get(kind="writing_sample_grade_undone")
    assert (entry.actor, entry.pair_number, '"passed":true' in entry.payload) == ("L2", score.seat.pair.number, True)
    grade(score)
    assert may_write(member)


def test_any_of_the_grades_that_a_permit_rests_on_takes_it_back():
    exam = twin_exam(writes=2)
    member, now = passed_judging(exam)
    first = write_sample(member, now=now)
    grade(first)
    grade(write_sample(member, "A cup falls off the table", "A cup jumps up to the table", now=now))
    undo(first)
    assert not may_write(member)


def test_a_permit_by_hand_stays_when_a_grade_is_undone():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    permit_writing(member=member, now=NOW - timedelta(hours=1), actor=ACTOR)
    grade(score)
    undo(score)
    assert may_write(member)


def test_captions_that_were_sent_back_wait_for_a_grade_again_and_can_be_sent_back_once_more():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    for remark in ("Say what the man wears.", "Say where he stands."):
        grade(score, False, remark)
        assert tasks(member, now) == ["judge", "sample"]
        (seat,) = Seat.objects.filter(annotator=member, attempt=2)
        assert twin_questions([seat.pk])[seat.pk].remark == remark
        if remark.startswith("Say what"):
            undo(score)
            assert tasks(member, now) == ["judge"]
            assert list(ungraded_samples(exam.campaign)) == [score]
            late = answer(member, seat, captions=["A boy opens a door", "A boy closes a door"], now=now)
            assert late.status == "refused"
    assert write_sample(member, "A tall man opens the door", "A tall man closes it", now=now).seat_id == seat.pk
    assert list(breaches(exam.campaign, now=now, sweep_s=10**6)) == []


def test_a_grade_stands_once_the_captions_were_written_again_or_never_was():
    exam = twin_exam(writes=1)
    member, now = passed_judging(exam)
    score = write_sample(member, now=now)
    with pytest.raises(BadInput, match="nobody has graded these captions"):
        undo(score)
    grade(score, False, "Too short.")
    write_sample(member, "A tall man opens the door", "A tall man closes it", now=now)
    with pytest.raises(BadInput, match="written these captions again, so the grade can no longer be undone"):
        undo(score)
    with pytest.raises(IntegrityError, match="stands once its captions were written again"), transaction.atomic():
        SampleGrade.objects.filter(score=score).delete()
    assert SampleGrade.objects.filter(score=score).exists()
