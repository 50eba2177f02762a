"""Exams as tests need them: a campaign with an exam split, people in training, answers given and made final."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.exams import freeze_truth, open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.sittings import begin_sitting
from annotator.models import Exam, Membership, Sitting, Standing, TruthKind
from consensus.sweep.services import sweep_exam
from moments.models import Campaign, Pair
from tests.built_once import built_once
from tests.factories import NOW, claim, make_campaign, make_member, make_query, submit

ACTOR = "lead"


@built_once
def exam_campaign(*, queries: int = 2, pairs: int = 2, slug: str = "films") -> Campaign:
    """A campaign in draft with `queries` of the exam split and one of val."""
    campaign = make_campaign(slug)
    for _ in range(queries):
        make_query(campaign, pairs=pairs, split="exam")
    make_query(campaign, pairs=4)
    return campaign


def make_exam(campaign: Campaign, **fields: Any) -> Exam:
    """An exam in draft of two queries with two pairs each, by default for a cohort of two."""
    fields = {"queries": 2, "depth": 2, "takers_to_freeze": 2, **fields}
    return create_exam(campaign=campaign, now=NOW, actor=ACTOR, **fields)


def open_cohort(campaign: Campaign | None = None, **fields: Any) -> Exam:
    """A cohort's exam that is open."""
    if campaign is None:
        return _cohort(**fields)
    exam = make_exam(campaign, **fields)
    open_exam(exam=exam, now=NOW, actor=ACTOR)
    return exam


@built_once
def _cohort(**fields: Any) -> Exam:
    return open_cohort(exam_campaign(), **fields)


def open_gold(campaign: Campaign | None = None, *, truth: int = 3, **fields: Any) -> Exam:
    """A gold exam with one truth for every pair, frozen."""
    if campaign is None:
        return _gold(truth=truth, **fields)
    exam = make_exam(campaign, truth_kind=TruthKind.GOLD, **fields)
    for item in exam_items(exam):
        set_truth(item=item, truth=truth, explanation=f"because of {item.pair.number}", now=NOW, actor=ACTOR)
    open_exam(exam=exam, now=NOW, actor=ACTOR)
    return exam


@built_once
def _gold(**fields: Any) -> Exam:
    return open_gold(exam_campaign(), **fields)


def trainee(campaign: Campaign) -> Membership:
    """Somebody in training."""
    return make_member(campaign, standing=Standing.TRAINING)


def sitter(exam: Exam, *, now: datetime = NOW) -> tuple[Membership, Sitting]:
    """Somebody who begins a sitting."""
    member = trainee(exam.campaign)
    return member, begin_sitting(member=member, now=now)


def answer(member: Membership, value: Callable[[Pair], int] | Mapping[int, int] | int, *, now: datetime = NOW) -> int:
    """Score all that the person can get; `value` is the level, makes it, or holds it by pair number. How many."""
    member.refresh_from_db()
    seats = claim(member, 50, now=now)
    for seat in seats:
        assert submit(member, seat, _level(value, seat.pair), now=now).status == "saved"
    return len(seats)


def sweep(campaign: Campaign, *, after_s: int = 61) -> int:
    """How many sittings moved on after the grace is over."""
    return sweep_exam(campaign=campaign, now=NOW + timedelta(seconds=after_s))


def finish(exam: Exam, levels: Sequence[int]) -> list[Membership]:
    """One person a level takes the exam and gives that level throughout; first answers are final."""
    people = [sitter(exam)[0] for _ in levels]
    for member, level in zip(people, levels, strict=True):
        answer(member, level)
    sweep(exam.campaign)
    return people


def freeze(exam: Exam, *, after_s: int = 61) -> None:
    """Freeze the truth and sweep."""
    freeze_truth(exam=exam, now=NOW + timedelta(seconds=after_s), actor=ACTOR)
    sweep(exam.campaign, after_s=after_s)


def standings(people: Sequence[Membership]) -> list[str]:
    """Where the people are now."""
    for member in people:
        member.refresh_from_db()
    return [member.standing for member in people]


def _level(value: Callable[[Pair], int] | Mapping[int, int] | int, pair: Pair) -> int:
    if isinstance(value, int):
        return value
    return value[pair.number] if isinstance(value, Mapping) else value(pair)
