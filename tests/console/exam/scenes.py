"""Exams for the lead's pages, taken through the services that people use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from annotator.exam.services.exams import freeze_truth, open_exam
from annotator.exam.services.making import create_exam
from annotator.exam.services.sittings import advance_sittings, begin_sitting
from annotator.models import Exam, Membership, Standing
from annotator.scoring.services.finalising import finalise_scores
from moments.models import Campaign, Pair
from tests.factories import NOW, claim, make_campaign, make_member, make_query, submit

MINUTE = timedelta(seconds=61)
LATER = NOW + MINUTE
Answering = Callable[[Pair], int]


def exam_campaign(*, queries: int = 1, pairs: int = 4) -> Campaign:
    """The campaign "camp" with queries of the exam split."""
    campaign = make_campaign("camp")
    for _ in range(queries):
        make_query(campaign, pairs=pairs, split="exam")
    return campaign


def drafted(campaign: Campaign, *, queries: int = 1, depth: int = 4, **terms: Any) -> Exam:
    """A draft of the top `depth` pairs; by default a cohort's of two people."""
    wanted = {"takers_to_freeze": 2, **terms}
    return create_exam(campaign=campaign, queries=queries, depth=depth, now=NOW, actor="test", **wanted)


def opened(campaign: Campaign, **terms: Any) -> Exam:
    """An exam that people take."""
    exam = drafted(campaign, **terms)
    open_exam(exam=exam, now=NOW, actor="test")
    return exam


def taken_by(campaign: Campaign, levels: Sequence[int] | Answering, *, now: datetime = NOW) -> Membership:
    """Somebody new who gives the first answers, by rank or as given, past their grace; waiting, or graded."""
    member = make_member(campaign, standing=Standing.TRAINING)
    begin_sitting(member=member, now=now)
    answer_all(member, levels, now=now)
    return member


def answer_all(member: Membership, levels: Sequence[int] | Answering, *, now: datetime = NOW) -> int:
    """The person answers all that they hold, and a minute goes by; how many answers."""
    member.refresh_from_db()
    answered = 0
    while seats := claim(member, 20, now=now):
        for seat in seats:
            level = levels(seat.pair) if callable(levels) else levels[seat.pair.rank - 1]
            assert submit(member, seat, level, now=now).status == "saved"
            answered += 1
    finalise_scores(campaign=member.campaign, now=now + MINUTE)
    advance_sittings(campaign=member.campaign, now=now + MINUTE)
    return answered


def frozen(campaign: Campaign, *people: Sequence[int], **terms: Any) -> tuple[Exam, list[Membership]]:
    """A cohort's exam with its truth, and who gave these first answers."""
    exam = opened(campaign, **{"takers_to_freeze": len(people), **terms})
    members = [taken_by(campaign, levels) for levels in people]
    freeze_truth(exam=exam, now=LATER, actor="test")
    advance_sittings(campaign=campaign, now=LATER)
    return exam, members
