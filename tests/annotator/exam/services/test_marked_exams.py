"""The exam in marking campaigns: a bank with known answers, a bar of its kind, sittings, feedback, retake."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import IntegrityError, transaction

from annotator.desk.api.mark_shapes import marked_bodies
from annotator.desk.selectors.start import road_of
from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.references import set_reference
from annotator.exam.services.sittings import begin_sitting
from annotator.exam.settings import Bar
from annotator.models import ExamItem, ReferenceQuestion, ReferenceSegment, Seat, Standing
from consensus.sweep.services import sweep_exam
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.annotator.exam.marked_scenes import HERE, TRUTHS, TWO, answer, known, marked_exam, sitter
from tests.factories import NOW, claim, make_member
from tests.marking import asked, mark, marking_campaign

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(seconds=61)


def right(exam):
    numbers = [item.pair.number for item in exam.items.order_by("pair__number")]
    return dict(zip(numbers, TRUTHS, strict=True))


def sweep(exam, now=LATER):
    return sweep_exam(campaign=exam.campaign, now=now)


def test_right_answers_qualify():
    exam = marked_exam()
    member, sitting = sitter(exam)
    answer(member, right(exam))
    assert sweep(exam) == 1
    member.refresh_from_db()
    sitting.refresh_from_db()
    assert (member.standing, sitting.state) == (Standing.QUALIFIED, "passed")
    assert list(breaches(exam.campaign, now=LATER, sweep_s=60)) == []


def test_what_was_missed_comes_back_with_the_answer_until_it_is_right():
    exam = marked_exam()
    member, _ = sitter(exam)
    given = {**right(exam), 2: ((5_000, 8_000),), 3: HERE}
    first = answer(member, given)
    assert all("lesson" not in body for body in marked_bodies(first)["seats"])
    sweep(exam)
    member.refresh_from_db()
    assert member.standing == Standing.RELABEL
    again = claim(member, 50, now=LATER)
    lessons = {
        seat.pair.number: body["lesson"] for seat, body in zip(again, marked_bodies(again)["seats"], strict=True)
    }
    assert lessons == {
        2: {"segments": [list(one) for one in TWO], "explanation": "", "earlier_segments": [[5_000, 8_000]]},
        3: {"segments": [], "explanation": "", "earlier_segments": [list(HERE[0])]},
    }
    answer(member, right(exam), now=LATER)
    sweep(exam, LATER + timedelta(seconds=61))
    member.refresh_from_db()
    assert member.standing == Standing.QUALIFIED


@pytest.mark.parametrize(
    ("bar", "state"),
    [
        (Bar(), "relabel"),
        (Bar(most_misalignment=0.3), "failed"),
        (Bar(most_misalignment=0.4), "relabel"),
        (Bar(least_found=0.7), "failed"),
        (Bar(least_found=0.6), "relabel"),
        (Bar(least_iou=0.75), "failed"),
        (Bar(least_iou=0.7), "relabel"),
    ],
)
def test_the_bar_applies_to_first_answers(bar, state):
    exam = marked_exam(bar=bar)
    member, sitting = sitter(exam)
    answer(member, {**right(exam), 2: ((5_000, 8_000),)})  # misses one of three segments; IoU 1, 3/13 and 1
    sweep(exam)
    sitting.refresh_from_db()
    assert sitting.state == state


def test_a_failed_person_learns_figures_of_their_own_and_can_try_again():
    exam = marked_exam(bar=Bar(least_iou=0.75), sittings_allowed=2)
    member, _ = sitter(exam)
    answer(member, {**right(exam), 2: ((5_000, 8_000),)})
    sweep(exam)
    member.refresh_from_db()
    figures = road_of(member).figures
    assert (figures.answers, figures.misses, figures.kappa, round(figures.found, 3), round(figures.iou, 3)) == (
        3, 1, None, 0.667, 0.744,
    )  # fmt: skip
    begin_sitting(member=member, now=LATER)
    answer(member, right(exam), now=LATER)
    sweep(exam, LATER + timedelta(seconds=61))
    member.refresh_from_db()
    assert member.standing == Standing.QUALIFIED


def test_a_sitting_goes_through_one_video_after_the_other():
    campaign, _ = marking_campaign(people=0, videos=3)
    pairs = [pair for video in range(3) for pair in known(campaign, [HERE] * 4, video=video)]
    exam = create_exam(campaign=campaign, pairs=[pair.number for pair in pairs], now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    member, _ = sitter(exam)
    videos = list(Seat.objects.filter(annotator=member).order_by("position").values_list("pair__moment", flat=True))
    assert len(videos) == 12
    assert sum(one != other for one, other in pairwise(videos)) == 2


def test_the_bank_is_drawn_from_questions_with_known_answers():
    campaign, _ = marking_campaign(people=0)
    known(campaign, [HERE] * 6)
    first = create_exam(campaign=campaign, queries=4, seed=1, now=NOW, actor="lead")
    second = create_exam(campaign=campaign, queries=4, seed=1, now=NOW, actor="lead")
    numbers = [
        list(exam.items.order_by("pair__number").values_list("pair__number", flat=True)) for exam in (first, second)
    ]
    assert numbers[0] == numbers[1]
    assert len(numbers[0]) == 4
    with pytest.raises(BadInput, match="6 queries of the exam split have 1 usable pairs, but 7 are needed"):
        create_exam(campaign=campaign, queries=7, now=NOW, actor="lead")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"truth_kind": "cohort"}, "truth_kind: expected gold, because the right answers are known"),
        ({"tolerance": 1}, "tolerance: only exams on graded relevance have one"),
        (
            {"bar": Bar(least_kappa=0.5)},
            "least_kappa: is not a bar for a campaign in which people are asked for segments",
        ),
        ({"bar": Bar(least_iou=1.5)}, "least_iou: expected a fraction from 0 to 1, got 1.5"),
    ],
)
def test_what_has_no_meaning_is_refused(fields, problem):
    campaign, _ = marking_campaign(people=0)
    known(campaign)
    with pytest.raises(BadInput, match=problem):
        create_exam(campaign=campaign, queries=3, now=NOW, actor="lead", **fields)
    assert not campaign.exams.exists()


def test_a_question_asked_about_the_same_video_cannot_be_in_the_exam():
    campaign, (author, *_) = marking_campaign(people=1)
    pairs = known(campaign, [HERE])
    asked(author, text="WHEN is known 0.1  there?")
    with pytest.raises(BadInput, match="has the same text as a query of val or test"):
        create_exam(campaign=campaign, pairs=[pairs[0].number], now=NOW, actor="lead")


def test_a_known_answer_can_change_until_people_are_graded_by_it():
    exam = marked_exam(opened=False)
    pair = exam.items.order_by("pair__number")[0].pair
    assert set_reference(pair=pair, segments=[[1_000, 2_000]], now=NOW, actor="lead")
    assert not set_reference(pair=pair, segments=[[1_000, 2_000]], now=NOW, actor="lead")
    with pytest.raises(BadInput, match="segment 1: lies outside the video"):
        set_reference(pair=pair, segments=[[1_000, 90_000]], now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    with pytest.raises(BadInput, match="people were graded by its answer"):
        set_reference(pair=pair, segments=[], now=NOW, actor="lead")
    assert list(ReferenceSegment.objects.filter(pair=pair).values_list("start_ms", "end_ms")) == [(1_000, 2_000)]
    kinds = list(LedgerEntry.objects.filter(campaign=exam.campaign).values_list("kind", flat=True))
    assert kinds.count("reference_answer_set") == 1
    assert kinds.count("reference_questions_added") == 1


def test_the_truth_of_an_item_is_not_a_level():
    exam = marked_exam(opened=False)
    with pytest.raises(BadInput, match="truth: in marking campaigns, it is the known answer of the question"):
        set_truth(item=exam.items.all()[0], truth=3, now=NOW, actor="lead")


def refused(message: str, act) -> None:
    with pytest.raises(IntegrityError, match=message), transaction.atomic():
        act()


def test_the_database_holds_what_services_promise():
    exam = marked_exam()
    item = exam.items.order_by("pair__number")[0]
    segment = ReferenceSegment.objects.filter(pair=item.pair)
    refused("no longer changes", lambda: segment.delete())
    refused("never changes", lambda: segment.update(end_ms=21_000))
    refused("no longer changes", lambda: ReferenceSegment.objects.create(pair=item.pair, start_ms=1, end_ms=2))
    refused("has levels as its truth", lambda: ExamItem.objects.filter(pk=item.pk).update(truth=3))
    fresh = known(exam.campaign, [HERE], video=0)[0]
    overlapping = {"pair": fresh, "start_ms": 15_000, "end_ms": 30_000}
    refused("do not overlap", lambda: ReferenceSegment.objects.create(**overlapping))
    author = make_member(exam.campaign)
    author.campaign = exam.campaign
    ask = asked(author)
    refused("has segments of a reference", lambda: ReferenceSegment.objects.create(pair=ask.pair, start_ms=1, end_ms=2))
    refused("which is in no batch", lambda: ReferenceQuestion.objects.create(pair=ask.pair, created_at=NOW))
    fresh.batch = ask.batch
    refused("is in no batch", lambda: fresh.save())
    refused("only there", lambda: type(exam).objects.filter(pk=exam.pk).update(protocol=None))


def test_nobody_meets_a_question_and_its_copy():
    exam = marked_exam(opened=False)
    author, marker = (make_member(exam.campaign) for _ in range(2))
    author.campaign = marker.campaign = exam.campaign
    ask = asked(author)
    copy = known(exam.campaign, [HERE], source=ask.pair)[0]
    ExamItem.objects.create(exam=exam, pair=copy)
    type(exam).objects.filter(pk=exam.pk).update(items_a_sitting=4)
    open_exam(exam=exam, now=NOW, actor="lead")
    for person in (author, marker):
        type(person).objects.filter(pk=person.pk).update(standing=Standing.TRAINING)
        person.refresh_from_db()
        begin_sitting(member=person, now=NOW)
    met = Seat.objects.filter(pair=copy, purpose="exam").values_list("annotator", flat=True)
    assert list(met) == [marker.pk]
    seat = Seat(campaign=exam.campaign, pair=ask.pair, round=1, number=2, state="reserved", annotator=marker)
    refused("saw a copy of a question", lambda: seat.save())


def test_an_answer_in_the_exam_is_read_like_a_markers():
    exam = marked_exam()
    member, _ = sitter(exam)
    (seat, *_) = claim(member, 50)
    refusal = mark(member, seat, [[5_000, 4_000]])
    assert (refusal.status, refusal.detail) == (
        "refused",
        "segments: segment 1: ends at 4000 ms, before its start at 5000 ms",
    )
