"""Exams of twins campaigns, as tests need them: clips with known cases, people in training, judgements, samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam, set_truth
from annotator.exam.services.sittings import begin_sitting
from annotator.models import Exam, Membership, Score, Seat, Standing
from annotator.scoring.selectors.twins import twin_questions
from annotator.twins.answers import KnownCase
from annotator.twins.entries import case_body
from annotator.twins.order import as_shown
from consensus.sweep.services import settle_campaign
from moments.models import Campaign
from tests.factories import NOW, make_member, make_twins
from tests.twins import BACKWARD, FORWARD, answer, ask, twin_campaign

ACTOR = "lead"
CASES = ("twins", "single", "dropped")


def twin_exam(
    cases: Sequence[str] = CASES, *, writes: int = 0, people: int = 0, opened: bool = True, **fields: Any
) -> Exam:
    """An exam of clips with those cases; people write about the first `writes` of them."""
    campaign, _ = twin_campaign(people=people, twins=1)
    clips = [twin.forward.desc_id for twin in make_twins(campaign, len(cases))]
    exam = create_exam(campaign=campaign, pairs=clips, writing=clips[:writes], now=NOW, actor=ACTOR, **fields)
    for item, case in zip(exam_items(exam), cases, strict=True):
        if case:
            set_truth(item=item, truth=case, explanation=f"It is {case}.", now=NOW, actor=ACTOR)
    if opened:
        open_exam(exam=exam, now=NOW, actor=ACTOR)
    return exam


def sitter(exam: Exam) -> Membership:
    """Somebody who begins a sitting."""
    member = make_member(exam.campaign, standing=Standing.TRAINING)
    member.campaign = exam.campaign
    begin_sitting(member=member, now=NOW)
    return member


def case_of_seat(seat: Seat, exam: Exam) -> KnownCase:
    """The right answer to the seat."""
    return KnownCase(exam.items.get(pair=seat.pair_id, writes=False).known_case)


def judge_exam(
    member: Membership, exam: Exam, wrong: Mapping[KnownCase, KnownCase] | None = None, *, now: datetime = NOW
) -> list[Seat]:
    """Judge all clips that the person has; those of a case in `wrong` as if they were of the other one."""
    member.refresh_from_db()
    seats = ask(member, now=now, count=50)
    for seat in seats:
        case = case_of_seat(seat, exam)
        first = twin_questions([seat.pk])[seat.pk].forward_first
        body = case_body((wrong or {}).get(case, case), forward_first=first)
        body["criterion"] = "state" if body["temporal"] else None
        saved = answer(member, seat, judgement=body, now=now)
        assert saved.status == "saved", saved
    return seats


def swept(campaign: Campaign, now: datetime) -> datetime:
    """The grace period passes, and a sweep moves sittings on; the new time."""
    later = now + timedelta(minutes=2)
    settle_campaign(campaign=campaign, now=later)
    return later


def passed_judging(exam: Exam) -> tuple[Membership, datetime]:
    """Somebody who judged all clips rightly, and the time."""
    member = sitter(exam)
    judge_exam(member, exam)
    now = swept(exam.campaign, NOW)
    member.refresh_from_db()
    return member, now


def write_sample(member: Membership, forward: str = FORWARD, backward: str = BACKWARD, *, now: datetime = NOW) -> Score:
    """The person writes the first sample that they have; its score, which is final."""
    member.refresh_from_db()
    seat = next(one for one in ask(member, now=now) if twin_questions([one.pk])[one.pk].is_sample)
    first = twin_questions([seat.pk])[seat.pk].forward_first
    saved = answer(member, seat, captions=list(as_shown(forward, backward, forward_first=first)), now=now)
    assert saved.status == "saved", saved
    swept(member.campaign, now)
    return Score.objects.get(seat=seat, current=True)
