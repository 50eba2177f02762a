"""Exams of marking campaigns, as tests need them: questions with known answers, people in training, answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam
from annotator.exam.services.references import KnownQuestion, add_references
from annotator.exam.services.sittings import begin_sitting
from annotator.marking.segments import Segment
from annotator.models import Exam, Membership, Seat, Sitting, Standing
from moments.models import Campaign, Pair
from tests.factories import NOW, claim, make_member
from tests.marking import mark, marking_campaign

ACTOR = "lead"
Stretches = Sequence[tuple[int, int]]
HERE = ((10_000, 20_000),)
TWO = ((5_000, 8_000), (40_000, 50_000))
TRUTHS: tuple[Stretches, ...] = (HERE, TWO, ())


def known(campaign: Campaign, truths: Sequence[Stretches] = TRUTHS, *, video: int = 0, **fields: Any) -> list[Pair]:
    """Questions about the campaign's video with those answers."""
    whole = campaign.videos.order_by("pk")[video].moments.get(whole=True)
    questions = [
        KnownQuestion(whole, f"When is known {video}.{place} there?", tuple(Segment(*one) for one in truth), **fields)
        for place, truth in enumerate(truths, 1)
    ]
    return add_references(campaign=campaign, questions=questions, now=NOW, actor=ACTOR)


def marked_exam(truths: Sequence[Stretches] = TRUTHS, *, opened: bool = True, **fields: Any) -> Exam:
    """An exam of a marking campaign, over questions with those answers."""
    campaign, _ = marking_campaign(people=0)
    pairs = known(campaign, truths)
    exam = create_exam(campaign=campaign, pairs=[pair.number for pair in pairs], now=NOW, actor=ACTOR, **fields)
    if opened:
        open_exam(exam=exam, now=NOW, actor=ACTOR)
    return exam


def sitter(exam: Exam) -> tuple[Membership, Sitting]:
    """Somebody who begins a sitting."""
    member = make_member(exam.campaign, standing=Standing.TRAINING)
    member.campaign = exam.campaign
    return member, begin_sitting(member=member, now=NOW)


def answer(
    member: Membership, given: Mapping[int, Stretches] | Callable[[Pair], Stretches], *, now: Any = NOW
) -> list[Seat]:
    """Mark all that the person can get; `given` by the pair's number."""
    member.refresh_from_db()
    seats = claim(member, 50, now=now)
    for seat in seats:
        segments = given(seat.pair) if callable(given) else given[seat.pair.number]
        assert mark(member, seat, segments, now=now).status == "saved"
    return seats
