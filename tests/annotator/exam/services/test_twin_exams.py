"""Exams of twins campaigns: the bank of three cases, sittings, the bar, and what the database holds."""

import pytest
from django.db import IntegrityError, transaction

from annotator.exam.selectors.exams import exam_items
from annotator.exam.selectors.lessons import judgement_lessons
from annotator.exam.services.exams import close_exam, drop_item, open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.settings import Bar
from annotator.models import Exam, ExamItem, Seat, Standing
from annotator.twins.answers import KnownCase
from consensus.labels.selectors.twins import judgement_rows
from consensus.opening.services import open_campaign
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import Pair
from tests.annotator.exam.twin_scenes import ACTOR, CASES, case_of_seat, judge_exam, sitter, swept, twin_exam
from tests.factories import NOW, make_twins
from tests.twins import ask, twin_campaign

pytestmark = pytest.mark.django_db

TWINS_AS_DROPPED = {KnownCase.TWINS: KnownCase.DROPPED}


def refused(message: str, act) -> None:
    with pytest.raises(IntegrityError, match=message), transaction.atomic():
        act()


def test_who_judges_all_clips_rightly_is_qualified():
    exam = twin_exam()
    member = sitter(exam)
    assert len(judge_exam(member, exam)) == 3
    later = swept(exam.campaign, NOW)
    member.refresh_from_db()
    assert member.standing == Standing.QUALIFIED
    assert list(judgement_rows(exam.campaign)) == []
    assert list(breaches(exam.campaign, now=later, sweep_s=5)) == []


def test_missed_clips_come_back_with_the_right_answer_until_they_are_right():
    exam = twin_exam()
    member = sitter(exam)
    judge_exam(member, exam, TWINS_AS_DROPPED)
    now = swept(exam.campaign, NOW)
    member.refresh_from_db()
    assert member.standing == Standing.RELABEL
    (again,) = ask(member, now=now)
    lesson = judgement_lessons([again])[again.pk]
    assert (lesson.truth, lesson.explanation, lesson.earlier.temporal) == (KnownCase.TWINS, "It is twins.", False)
    judge_exam(member, exam, now=now)
    swept(exam.campaign, now)
    member.refresh_from_db()
    assert member.standing == Standing.QUALIFIED


@pytest.mark.parametrize(
    ("bar", "standing"),
    [
        (Bar(), Standing.RELABEL),
        (Bar(most_misalignment=0.25), Standing.RELABEL),
        (Bar(most_misalignment=0.24), Standing.TRAINING),
        (Bar(most_case_misalignment=0.5), Standing.TRAINING),
        (Bar(most_case_misalignment=1), Standing.RELABEL),
    ],
)
def test_first_answers_are_held_against_the_bar(bar, standing):
    exam = twin_exam(("single", *CASES), bar=bar)
    member = sitter(exam)
    judge_exam(member, exam, TWINS_AS_DROPPED)
    swept(exam.campaign, NOW)
    member.refresh_from_db()
    assert member.standing == standing


def test_an_exam_opens_with_clips_of_all_three_cases():
    exam = twin_exam(("twins", "single", "single"), opened=False)
    with pytest.raises(BadInput, match="none of the case dropped"):
        open_exam(exam=exam, now=NOW, actor=ACTOR)
    refused("all three cases", lambda: Exam.objects.filter(pk=exam.pk).update(state="frozen", frozen_at=NOW))
    set_truth(item=exam_items(exam)[2], truth="dropped", now=NOW, actor=ACTOR)
    open_exam(exam=exam, now=NOW, actor=ACTOR)
    assert exam.state == "frozen"


def test_an_exam_does_not_open_while_a_clip_has_no_case():
    exam = twin_exam((*CASES, ""), opened=False)
    with pytest.raises(BadInput, match="the truth is missing for 1 of 4 pairs"):
        open_exam(exam=exam, now=NOW, actor=ACTOR)
    refused("a case for each clip", lambda: Exam.objects.filter(pk=exam.pk).update(state="frozen", frozen_at=NOW))


def test_an_open_exam_keeps_a_clip_of_each_case():
    exam = twin_exam(("single", *CASES))
    one, two = exam_items(exam).filter(known_case="single")
    assert drop_item(item=one, now=NOW, actor=ACTOR)
    with pytest.raises(BadInput, match=f"none of the case single without pair {two.pair.number}"):
        drop_item(item=two, now=NOW, actor=ACTOR)
    refused("all three cases", lambda: ExamItem.objects.filter(pk=two.pk).update(dropped=True))


def test_a_sitting_of_few_clips_has_one_of_each_case():
    exam = twin_exam(("single",) * 6 + CASES, items_a_sitting=3)
    for _ in range(3):
        member = sitter(exam)
        assert {case_of_seat(seat, exam) for seat in Seat.objects.filter(annotator=member)} == set(KnownCase)


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"pairs": None}, "^nothing is drawn in a twins campaign. Pick the clips on the page Create an exam"),
        ({"pairs": [7, 7, 8]}, "pairs: expected 3 to 10000, got 2"),
        ({"pairs": [7, 8, 9999]}, "is not the number of a forward clip"),
        ({"writing": [9999]}, "9999 is not the number of a forward clip"),
        ({"truth_kind": "cohort"}, "truth_kind: expected gold"),
        ({"tolerance": 1}, "tolerance: only exams on graded relevance"),
        ({"bar": Bar(least_kappa=0.5)}, "least_kappa: is not a bar"),
        ({"bar": Bar(most_case_misalignment=2)}, "most_case_misalignment: expected a fraction"),
        ({"items_a_sitting": 2}, "items_a_sitting: expected 3 to 4"),
    ],
)
def test_bad_settings_are_refused_and_nothing_is_made(wanted, problem):
    campaign, _ = twin_campaign(people=0)
    clips = [twin.forward.desc_id for twin in make_twins(campaign, 4)]
    before = Pair.objects.count()
    with pytest.raises(BadInput, match=problem):
        create_exam(campaign=campaign, now=NOW, actor=ACTOR, **{"pairs": clips, **wanted})
    assert (Exam.objects.count(), Pair.objects.count()) == (0, before)


def test_a_clip_is_in_the_exam_or_in_the_work():
    exam = twin_exam()
    campaign = exam.campaign
    with pytest.raises(BadInput, match="already open with all its twins"):
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    working = campaign.pairs.get(query__query_id=1)
    with pytest.raises(BadInput, match="is not the number of a forward clip"):
        create_exam(campaign=campaign, pairs=[working.moment.desc_id, 8, 9], now=NOW, actor=ACTOR)
    item = exam.items.first()
    apart = Pair(campaign=campaign, query=working.query, moment=item.pair.moment, number=99, rank=9, similarity=0)
    apart.batch = working.batch
    refused("a clip of an exam is not judged", apart.save)
    assigned = campaign.pairs.filter(moment=working.moment, query__query_id=2)[0]
    refused("is in no exam", lambda: ExamItem.objects.create(exam=exam, pair=assigned, writes=True))


def test_a_campaign_whose_twins_are_all_in_exams_does_not_open():
    campaign, _ = twin_campaign(people=0, twins=3, opened=False)
    clips = list(campaign.moments.filter(direction="forward").values_list("desc_id", flat=True))
    exam = create_exam(campaign=campaign, pairs=clips, now=NOW, actor=ACTOR)
    with pytest.raises(BadInput, match="all twins of campaign 'arrow' are in exams"):
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    close_exam(exam=exam, now=NOW, actor=ACTOR)
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    assert campaign.pairs.filter(query__query_id=1).count() == 3


def test_the_database_keeps_cases_where_they_belong():
    exam = twin_exam()
    item = exam.items.first()
    refused("no longer change", lambda: ExamItem.objects.filter(pk=item.pk).update(known_case="single"))
    refused("has levels as its truth", lambda: ExamItem.objects.filter(pk=item.pk).update(truth=1))
    with pytest.raises(BadInput, match="it can no longer change"):
        set_truth(item=item, truth="single", now=NOW, actor=ACTOR)
    with pytest.raises(BadInput, match="expected twins, single, dropped, got 'both'"):
        set_truth(item=twin_exam_item(exam), truth="both", now=NOW, actor=ACTOR)


def twin_exam_item(exam: Exam) -> ExamItem:
    """An item of a draft beside the exam."""
    clips = [twin.forward.desc_id for twin in make_twins(exam.campaign, 3)]
    return create_exam(campaign=exam.campaign, pairs=clips, now=NOW, actor=ACTOR).items.first()
