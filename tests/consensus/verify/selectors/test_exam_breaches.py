"""verify_campaign finds what must not be in an exam (R10)."""

import pytest

from annotator.models import ExamItem, Seat
from consensus.verify.selectors.exam_breaches import exam_breaches
from moments.models import Pair, Query
from tests.annotator.exam.scenes import open_gold, sitter, trainee

pytestmark = pytest.mark.django_db


@pytest.fixture
def exam():
    exam = open_gold()
    sitter(exam)
    return exam


def test_a_sound_exam_has_none(exam) -> None:
    assert list(exam_breaches(exam.campaign)) == []


def test_a_pair_that_is_open_for_labels_too(exam) -> None:
    Query.objects.filter(pairs__number=1).update(split="val")
    assert list(exam_breaches(exam.campaign)) == [
        f"I3: pair {pair} of exam 1 is open for labels too" for pair in (1, 2)
    ]


def test_a_frozen_exam_without_all_its_truth(exam) -> None:
    ExamItem.objects.filter(pair__number=2).update(truth=None)
    assert list(exam_breaches(exam.campaign)) == ["R10: pair 2 of the frozen exam 1 has no truth"]


def test_a_seat_in_other_hands(exam) -> None:
    seat = Seat.objects.first()
    Seat.objects.filter(pk=seat.pk).update(annotator=trainee(exam.campaign))
    assert list(exam_breaches(exam.campaign)) == [
        f"R10: exam seat {seat.pk} is held by somebody other than the person in the sitting"
    ]


def test_a_seat_on_a_pair_of_no_exam(exam) -> None:
    seat = Seat.objects.first()
    Seat.objects.filter(pk=seat.pk).update(pair=Pair.objects.get(number=5))
    assert list(exam_breaches(exam.campaign)) == [f"R10: exam seat {seat.pk} is on a pair that is not in its exam"]


def test_a_seat_that_waits_in_a_sitting_that_is_over(exam) -> None:
    exam.sittings.update(state="passed", first_done_at=exam.opened_at, ended_at=exam.opened_at)
    seats = Seat.objects.order_by("pk").values_list("pk", flat=True)
    assert sorted(exam_breaches(exam.campaign)) == sorted(
        f"R10: exam seat {seat} waits in a sitting that has ended" for seat in seats
    )
