"""Every trigger of marking refuses what it is there for; tests/faults/guards.py takes each out and runs this file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam
from annotator.exam.services.sittings import begin_sitting
from annotator.guards import CHECK_GUARDS, MARKING_GUARDS, QUESTION_GUARDS, REFERENCE_GUARDS, SEAT_GUARDS
from annotator.models import (
    Ask,
    DerivedAsk,
    Exam,
    ExamItem,
    Gold,
    MarkedAnswer,
    MarkedPiece,
    MarkedSegment,
    ReferenceQuestion,
    ReferenceSegment,
    Score,
    Seat,
    Staffing,
    Standing,
)
from consensus.guards import VERDICT_GUARDS
from consensus.models import TruthSegment, Verdict
from consensus.people.services.voiding import void_person
from consensus.truths.services.deciding import decide_question
from moments.models import Pair
from tests.annotator.exam.marked_scenes import known
from tests.built_once import built_once
from tests.factories import NOW, make_member, opened_campaign, score_all, settle
from tests.marking import disputed, marking_campaign

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)
OF_COPIES = tuple(guard for guard in SEAT_GUARDS if guard.name == "seat_source_unmet")
GUARDS = {
    guard.name: guard
    for guard in (
        *(*MARKING_GUARDS, *QUESTION_GUARDS, *VERDICT_GUARDS),
        *(*REFERENCE_GUARDS, *CHECK_GUARDS, *OF_COPIES),
    )
}


def marked_of(role: tuple[int, int]) -> MarkedAnswer:
    return MarkedAnswer.objects.get(score__seat__round=role[0], score__seat__number=role[1], score__relevance=None)


def graded(**fields: Any) -> dict[str, Any]:
    pair = Pair.objects.filter(campaign__slug="films").order_by("-pk")[0]
    return {"pair": pair, "protocol": pair.batch.protocol, "decided_at": NOW, "attempt": 9, **fields}


def truth_of_grades() -> TruthSegment:
    verdict = Verdict.objects.create(**graded(kind="agreed", relevance=3, round=1, actor="rule"))
    return TruthSegment.objects.create(verdict=verdict, start_ms=0, end_ms=10)


def segment(answer: MarkedAnswer, start_ms: int = 0, piece: MarkedPiece | None = None) -> MarkedSegment:
    return MarkedSegment.objects.create(answer=answer, piece=piece, start_ms=start_ms, end_ms=start_ms + 500)


def forget_gold() -> int:
    pair = graded()["pair"]
    Gold.objects.create(campaign=pair.campaign, pair=pair, relevance=3, created_at=NOW)
    return Gold.objects.update(relevance=None)


def accept_earlier() -> int:
    made = {"made_at": NOW - timedelta(days=1), "requester": "L2"}
    DerivedAsk.objects.create(ask=Ask.objects.get(), task="ca", text="it falls", **made)
    return DerivedAsk.objects.update(state="accepted", actor="L1", decided_at=LATER)


def bring_back_voided() -> int:
    void_person(member=Seat.objects.get(round=2, pair__ask__isnull=False).annotator, now=LATER, actor="L1", reason="x")
    return Seat.objects.filter(superseded=True).update(superseded=False)


def reference(start_ms: int, *, pair: Pair) -> ReferenceSegment:
    return ReferenceSegment.objects.create(pair=pair, start_ms=start_ms, end_ms=start_ms + 500)


def asked_pair() -> Pair:
    return Pair.objects.get(ask__isnull=False)


def examined(*, opened: bool = True, **fields: Any) -> Pair:
    """A question with a known answer in an exam."""
    campaign = asked_pair().campaign
    (pair,) = known(campaign, [[(10_000, 20_000)]], **fields)
    exam = create_exam(campaign=campaign, pairs=[pair.number], now=NOW, actor="L1")
    if opened:
        open_exam(exam=exam, now=NOW, actor="L1")
    return pair


def label_reference() -> None:
    pair = examined(opened=False)
    pair.batch = asked_pair().batch
    pair.save()


def sit_on_its_source() -> None:
    """Somebody met the copy in the exam, and gets the question."""
    pair = asked_pair()
    examined(source=pair)
    member = make_member(pair.campaign, standing=Standing.TRAINING)
    begin_sitting(member=member, now=NOW)
    Seat.objects.create(campaign=pair.campaign, pair=pair, round=2, number=2, state="reserved", annotator=member)


def gold_without_answer() -> None:
    pair = asked_pair()
    Gold.objects.create(campaign=pair.campaign, pair=pair, relevance=None, created_at=NOW)


PLANTED: dict[str, Callable[[], object]] = {
    "score_relevance_by_kind": lambda: Score.objects.filter(relevance=3).update(relevance=None),
    "gold_relevance_by_kind": forget_gold,
    "answer_of_marking_score": lambda: MarkedAnswer.objects.create(
        score=Score.objects.filter(relevance=3)[0], kind="none"
    ),
    "answer_unchanging": lambda: MarkedAnswer.objects.update(note="another"),
    "piece_unchanging": lambda: MarkedPiece.objects.update(end_ms=27_000),
    "segment_unchanging": lambda: MarkedSegment.objects.update(end_ms=50_000),
    "segment_disjoint": lambda: segment(marked_of((1, 1)), 10_100),
    "segment_by_answer": lambda: segment(marked_of((2, 1))),
    "segment_by_piece": lambda: segment(marked_of((1, 1)), 40_000, MarkedPiece.objects.all()[0]),
    "piece_by_answer": lambda: MarkedPiece.objects.create(answer=marked_of((1, 1)), start_ms=0, end_ms=9, word="yes"),
    "seat_follows_attempt": lambda: Seat.objects.filter(pair__ask__isnull=False).update(attempt=2),
    "seat_voided_for_good": bring_back_voided,
    "ask_number_everywhere": lambda: Ask.objects.update(number=7),
    "verdict_by_kind": lambda: Verdict.objects.create(**graded(kind="returned", round=1, actor="rule")),
    "truth_by_verdict": truth_of_grades,
    "truth_disjoint": lambda: TruthSegment.objects.create(
        verdict=Verdict.objects.get(kind="adjudicated"), start_ms=12_000, end_ms=13_000
    ),
    "derived_of_standing_truth": accept_earlier,
    "reference_where_marked": lambda: ReferenceQuestion.objects.create(pair=asked_pair(), created_at=NOW),
    "reference_not_labelled": label_reference,
    "reference_known": lambda: reference(5, pair=asked_pair()),
    "reference_disjoint": lambda: reference(15_000, pair=examined(opened=False)),
    "reference_unchanging": lambda: examined(opened=False).reference_segments.update(end_ms=21_000),
    "reference_kept": lambda: examined().reference_segments.all().delete(),
    "reference_complete": lambda: reference(5, pair=examined()),
    "exam_by_kind": lambda: (examined(), Exam.objects.update(protocol=None)),
    "exam_truth_by_kind": lambda: (examined(), ExamItem.objects.update(truth=3)),
    "gold_known": gold_without_answer,
    "staffing_by_kind": lambda: Staffing.objects.create(campaign=asked_pair().campaign, repeat_rate=0.1),
    "seat_source_unmet": sit_on_its_source,
    "truth_unchanging": lambda: TruthSegment.objects.update(end_ms=30_000),
}


@built_once
def decided_beside_grades() -> None:
    """A question that a lead decided after three people had answered, and a grading campaign."""
    campaign, people = marking_campaign(people=4)
    ask = disputed(campaign, people[:3])
    decide_question(pair=ask.pair, segments=[[10_000, 20_000]], reason="seen", now=LATER, actor="L1")
    grades, both = opened_campaign(pairs=2)
    score_all(both, 3)
    settle(grades)


@pytest.fixture
def scene() -> None:
    decided_beside_grades()


def test_every_trigger_has_its_case() -> None:
    assert set(PLANTED) == set(GUARDS)


@pytest.mark.parametrize("name", PLANTED)
def test_the_trigger_refuses(scene, name: str) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        PLANTED[name]()
    assert GUARDS[name].message in str(refused.value)
