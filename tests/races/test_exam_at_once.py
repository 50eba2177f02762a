"""Exams with many at once: one sitting, one grade, one set of seats (R10). Runs on both databases."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.exams import drop_item, freeze_truth, open_exam
from annotator.exam.services.sittings import begin_sitting
from annotator.models import Membership, Seat, Sitting
from consensus.sweep.services import sweep_exam
from moments.models import LedgerEntry
from tests.annotator.exam.scenes import (
    ACTOR,
    answer,
    exam_campaign,
    make_exam,
    open_cohort,
    open_gold,
    sitter,
    standings,
    sweep,
    trainee,
)
from tests.factories import NOW, claim, submit
from tests.races.test_at_once import at_once, no_breaches

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOW + timedelta(seconds=61)


def errors(results: list[object]) -> list[str]:
    return [str(result) for result in results if isinstance(result, Exception)]


def begin(member: Membership) -> Sitting:
    fresh = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
    return begin_sitting(member=fresh, now=NOW)


def test_two_browsers_begin_one_sitting_and_get_the_same() -> None:
    exam = open_cohort()
    members = [trainee(exam.campaign) for _ in range(3)]
    results = at_once(*[lambda one=one: begin(one) for one in members for _ in range(3)])
    assert errors(results) == []
    assert [results[at : at + 3] == [results[at]] * 3 for at in (0, 3, 6)] == [True] * 3
    assert (Sitting.objects.count(), Seat.objects.filter(purpose="exam").count()) == (3, 12)
    assert no_breaches(exam.campaign)


def test_two_sweeps_grade_a_sitting_once() -> None:
    exam = open_gold()
    people = [sitter(exam)[0] for _ in range(2)]
    for member in people:
        answer(member, {1: 0, 2: 3, 3: 3, 4: 0})
    results = at_once(*[lambda: sweep_exam(campaign=exam.campaign, now=LATER) for _ in range(4)])
    assert errors(results) == []
    assert sum(moved for moved in results if isinstance(moved, int)) == 2
    assert Seat.objects.filter(attempt=2).count() == 4
    assert LedgerEntry.objects.filter(kind="exam_sitting_moved").count() == 2
    assert standings(people) == ["relabel"] * 2


def test_of_two_exams_opened_at_once_one_opens() -> None:
    campaign = exam_campaign()
    exams = [make_exam(campaign) for _ in range(2)]
    results = at_once(*[lambda one=one: open_exam(exam=one, now=NOW, actor=ACTOR) for one in exams])
    assert [error.split(";")[1] for error in errors(results)] == [
        " close it first, because only one exam can run at a time"
    ]
    assert sorted(campaign.exams.values_list("state", flat=True)) == ["draft", "open"]


def test_freezing_dropping_answering_and_sweeping_at_once_leave_one_truth() -> None:
    exam = open_cohort()
    early = [sitter(exam)[0] for _ in range(2)]
    for member in early:
        answer(member, 2)
    sweep(exam.campaign)
    late, _ = sitter(exam)
    late.refresh_from_db()
    seats = claim(late, 50)
    item = exam_items(exam)[0]
    results = at_once(
        lambda: freeze_truth(exam=exam, now=LATER, actor=ACTOR),
        lambda: drop_item(item=item, now=LATER, actor=ACTOR),
        lambda: [submit(late, seat, 0, now=LATER).status for seat in seats],
        lambda: sweep_exam(campaign=exam.campaign, now=LATER),
    )
    assert errors(results) == []
    for after_s in (200, 300):
        sweep(exam.campaign, after_s=after_s)
    assert set(exam_items(exam).values_list("truth", flat=True)) == {2}
    assert standings([*early, late]) == ["qualified", "qualified", "relabel"]
    assert Seat.objects.filter(attempt=2).count() == 3
    assert no_breaches(exam.campaign)
