"""Exams: which one runs, its pairs, who sits in it and how far they are (R10)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.exam.ledger_kinds import EXAM_SITTING_GRANTED
from annotator.exam.selectors.graders import grader_of
from annotator.models import (
    Exam,
    ExamItem,
    ExamState,
    Membership,
    Score,
    Seat,
    SeatState,
    Sitting,
    SittingState,
    Standing,
    graded,
)
from annotator.models.exam import OPEN_SITTINGS
from annotator.models.seats import WAITING_STATES
from moments.models import Campaign, Clip, ClipState, LedgerEntry, Pair

RUNNING = (ExamState.OPEN, ExamState.FROZEN)
STANDING_OF = {
    SittingState.FIRST: Standing.EXAM,
    SittingState.WAITING: Standing.WAITING,
    SittingState.RELABEL: Standing.RELABEL,
}
DONE_STATES = (SeatState.SCORED, SeatState.SETTLED)


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """Somebody's first answer to an item, given in their first sitting."""

    member: int
    pseudonym: str
    item: int
    pair: int
    relevance: int
    sitting: int


@dataclass(frozen=True, slots=True)
class SittingAnswer:
    """The current answer to a pair at one attempt of a sitting, a level or a marking; `truth` is None while there is
    none.
    """

    seat: int
    pair: int
    attempt: int
    answer: Any
    final: bool
    truth: Any | None


def current_exam(campaign: Campaign) -> Exam | None:
    """The exam that people take now: open or frozen; at most one."""
    return Exam.objects.filter(campaign=campaign, state__in=RUNNING).first()


def exam_items(exam: Exam, *, with_dropped: bool = False) -> QuerySet[ExamItem]:
    """The exam's bank, by pair number, with pair and query; what was dropped only `with_dropped`.

    Clips about which people write are not among them.
    """
    return _bank(exam, with_dropped=with_dropped, writes=False)


def writing_items(exam: Exam, *, with_dropped: bool = False) -> QuerySet[ExamItem]:
    """The clips about which people write samples, by pair number; what was dropped only `with_dropped`."""
    return _bank(exam, with_dropped=with_dropped, writes=True)


def _bank(exam: Exam, *, with_dropped: bool, writes: bool) -> QuerySet[ExamItem]:
    items = ExamItem.objects.filter(exam=exam, writes=writes).select_related("pair__query", "pair__moment")
    return (items if with_dropped else items.filter(dropped=False)).order_by("pair__number")


def live_items(pairs: Iterable[Pair]) -> list[ExamItem]:
    """The items of the pairs in exams that somebody may still sit in, by exam and pair number."""
    sitting = Sitting.objects.filter(exam=OuterRef("exam"), state__in=OPEN_SITTINGS)
    going_on = ~Q(exam__state=ExamState.CLOSED) | Exists(sitting)
    items = ExamItem.objects.filter(going_on, pair__in=pairs, dropped=False)
    return list(items.select_related("exam__campaign", "pair__query").order_by("exam__number", "pair__number"))


def items_without_clip(exam: Exam) -> QuerySet[ExamItem]:
    """The items whose pair cannot be shown because no clip is ready."""
    ready = Clip.objects.filter(state=ClipState.READY)
    lacking = Q(~Exists(ready.filter(moment=OuterRef("pair__moment"))))
    if not exam.campaign.is_twin:
        return exam_items(exam).filter(lacking)
    lacking |= Q(~Exists(ready.filter(moment=OuterRef("pair__moment__as_forward__backward"))))
    return _bank(exam, with_dropped=False, writes=False).filter(lacking) | writing_items(exam).filter(lacking)


def first_answers(exam: Exam, *, finished: bool = False) -> list[FirstAnswer]:
    """The first attempt's answers of everybody's first sitting; with `finished`, only of finished first attempts.

    Dropped items are left out; ordered by person and pair.
    """
    scores = Score.objects.filter(
        current=True,
        seat__sitting__exam=exam,
        seat__sitting__number=1,
        seat__attempt=1,
        seat__superseded=False,
        seat__pair__exam_items__in=exam_items(exam).order_by(),
    )
    if finished:
        scores = scores.exclude(seat__sitting__first_done_at=None)
    rows = scores.order_by("annotator", "seat__pair__number").values_list(
        "annotator", "annotator__pseudonym", "seat__pair", "relevance", "seat__sitting"
    )
    items = dict(exam_items(exam).values_list("pair", "pk"))
    return [
        FirstAnswer(member, pseudonym, items[pair], pair, graded(relevance), sitting)
        for member, pseudonym, pair, relevance, sitting in rows
    ]


def finished_takers(exam: Exam) -> int:
    """How many people finished the first answers of their first sitting."""
    return exam.sittings.filter(number=1).exclude(first_done_at=None).count()


def open_sitting(member: Membership) -> Sitting | None:
    """The sitting that the person is in."""
    return Sitting.objects.filter(member=member, state__in=OPEN_SITTINGS).select_related("exam").first()


def sitting_of(member: Membership) -> Sitting | None:
    """The sitting that the person is in, else their last one."""
    last = Sitting.objects.filter(member=member).select_related("exam").order_by("-started_at", "-pk").first()
    return open_sitting(member) or last


def standing_in_exam(member: Membership) -> Standing | None:
    """The status with which somebody continues their open sitting; None if they have none."""
    sitting = open_sitting(member)
    return STANDING_OF[SittingState(sitting.state)] if sitting else None


def answered_sittings(campaign: Campaign) -> QuerySet[Sitting]:
    """Open sittings that can move on: all scores are final (R12), and a truth that was waited for is there."""
    seats = Seat.objects.filter(sitting=OuterRef("pk"))
    changeable = seats.filter(state=SeatState.SCORED, scores__current=True, scores__final=False)
    sittings = Sitting.objects.filter(exam__campaign=campaign, state__in=OPEN_SITTINGS)
    answered = sittings.filter(~Exists(seats.filter(state__in=WAITING_STATES)), ~Exists(changeable))
    return answered.exclude(state=SittingState.WAITING, exam__state=ExamState.OPEN)


def sittings_granted(exam: Exam) -> Counter[str]:
    """How many further sittings of the exam were granted, by pseudonym; only the ledger keeps them."""
    entries = LedgerEntry.objects.filter(campaign=exam.campaign_id, kind=EXAM_SITTING_GRANTED.name)
    payloads = [json.loads(payload) for payload in entries.values_list("payload", flat=True)]
    return Counter(payload["person"] for payload in payloads if payload["exam"] == exam.number)


def sittings_left(member: Membership, exam: Exam) -> int:
    """How many further sittings of the exam the person may begin, granted ones included."""
    allowed = exam.sittings_allowed + sittings_granted(exam)[member.pseudonym]
    return max(0, allowed - exam.sittings.filter(member=member).count())


def progress(sitting: Sitting) -> tuple[int, int]:
    """How many pairs are answered, of how many: first answers, or while relabeling the misses answered again."""
    seats = wanted_seats(sitting)
    first = seats.filter(attempt=1)
    if sitting.state != SittingState.RELABEL:
        return first.filter(state__in=DONE_STATES).count(), first.count()
    again = seats.filter(attempt__gt=1)
    pairs = set(again.values_list("pair", flat=True))
    waiting = set(again.exclude(state__in=DONE_STATES).values_list("pair", flat=True))
    return len(pairs - waiting), len(pairs)


def wanted_seats(sitting: Sitting) -> QuerySet[Seat]:
    """The sitting's seats, except those of dropped items and of samples of captions."""
    left_out = Q(dropped=True) | Q(writes=True)
    others = ExamItem.objects.filter(left_out, exam=sitting.exam_id, pair=OuterRef("pair"))
    return Seat.objects.filter(~Exists(others), sitting=sitting).exclude(state=SeatState.RELEASED)


def parked_seats(sitting: Sitting) -> QuerySet[Seat]:
    """The sitting's unscored seats whose pair is on hold until a lead looks at a report."""
    return wanted_seats(sitting).filter(state__in=WAITING_STATES, pair__parked=True)


def newest_answers(sitting: Sitting) -> list[SittingAnswer]:
    """The newest answer to each pair of the sitting, by pair number."""
    return list({answer.pair: answer for answer in _answers(sitting)}.values())


def graded_first_answers(sitting: Sitting) -> list[SittingAnswer]:
    """The first answers to the pairs of the sitting, by pair number."""
    return [answer for answer in _answers(sitting) if answer.attempt == 1]


def next_attempts(sitting: Sitting) -> list[SittingAnswer]:
    """The final newest answers that miss their truth: their pairs are to be scored again."""
    grader = grader_of(sitting.exam)
    waiting = set(wanted_seats(sitting).exclude(state__in=DONE_STATES).values_list("pair", flat=True))
    return [
        answer
        for answer in newest_answers(sitting)
        if answer.pair not in waiting
        and answer.final
        and answer.truth is not None
        and grader.is_miss(answer.answer, answer.truth)
    ]


def items_without_truth(exam: Exam) -> QuerySet[ExamItem]:
    """The items that answers cannot be compared with, because no truth is known."""
    return grader_of(exam).without_truth(exam_items(exam))


def _answers(sitting: Sitting) -> list[SittingAnswer]:
    grader = grader_of(sitting.exam)
    truths = grader.truths(exam_items(sitting.exam))
    current = Score.objects.filter(seat__in=wanted_seats(sitting), current=True).select_related("seat")
    scores = list(current.order_by("seat__pair__number", "seat__attempt"))
    answers = grader.answers(scores)
    return [
        SittingAnswer(
            score.seat_id, score.seat.pair_id, score.seat.attempt, answers[score.pk], score.final,
            truths.get(score.seat.pair_id),
        )
        for score in scores
    ]  # fmt: skip
