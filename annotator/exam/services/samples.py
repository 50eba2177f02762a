"""Grades samples of captions, and decides who may write captions in the campaign (R10); every step is in the ledger."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.exam.ledger_kinds import SAMPLE_GRADED, SAMPLE_UNGRADED, WRITING_BARRED, WRITING_PERMITTED
from annotator.exam.selectors.samples import has_passed_samples, sample_scores
from annotator.exam.services.sittings import seat_in_sitting
from annotator.models import (
    ExamItem,
    Membership,
    Role,
    SampleGrade,
    Score,
    Seat,
    SeatState,
    Sitting,
    WritingPermit,
)
from annotator.models.samples import LONGEST_REMARK
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.services.people import hold_person
from annotator.seats.services.losing import record_losses
from annotator.seats.services.seating import open_again
from annotator.seats.services.taking import queue_behind
from annotator.twins.tasks import TwinTask
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign, LedgerEntry

RULE = "rule"


@transaction.atomic
def grade_sample(
    *, campaign: Campaign, score: int, passed: bool, remark: str, now: datetime, actor: str
) -> SampleGrade:
    """Grade the captions of the score with that key; what does not pass is written again, with the remark.

    A person whose samples all passed may write from now on. Raises BadInput without a remark for what does not pass,
    for an overlong one, and for captions that were graded already or can still change.
    """
    remark = remark.strip()
    if len(remark) > LONGEST_REMARK or "\0" in remark:
        raise BadInput(f"expected at most {LONGEST_REMARK:,} characters", field="remark")
    if not passed and not remark:
        raise BadInput("say what is wrong; the person reads it", field="remark")
    hold_campaign(campaign)
    found = sample_scores(campaign).filter(pk=score).select_related("annotator__campaign", "seat__sitting").first()
    if found is None:
        raise BadInput("these captions can still change, or are not part of the exam", field="score")
    if SampleGrade.objects.filter(score=found).exists():
        raise BadInput("somebody else has just graded these captions", field="score")
    hold_person(found.annotator)
    grade = SampleGrade.objects.create(score=found, passed=passed, remark=remark, grader=actor, graded_at=now)
    payload = {"person": found.annotator.pseudonym, "attempt": found.seat.attempt, "passed": passed, "remark": remark}
    record_decision(campaign=campaign, kind=SAMPLE_GRADED, actor=actor, payload=payload, now=now, pair=found.seat.pair)
    assert found.seat.sitting is not None
    if passed:
        _permit_if_due(found.seat.sitting, now)
    else:
        _ask_again(found, found.seat.sitting, now)
    return grade


@transaction.atomic
def undo_sample_grade(*, campaign: Campaign, score: int, now: datetime, actor: str) -> None:
    """Take back the grade of the captions of the score with that key, which wait for a grade again.

    A permit to write that followed from the grade is withdrawn. Raises BadInput for captions that nobody has graded,
    and if the person has written them again since.
    """
    hold_campaign(campaign)
    grades = SampleGrade.objects.filter(score__in=sample_scores(campaign), score=score)
    grade = grades.select_related("score__annotator__campaign", "score__seat__sitting", "score__seat__pair").first()
    if grade is None:
        raise BadInput("nobody has graded these captions", field="score")
    found = grade.score
    hold_person(found.annotator)
    if not grade.passed:
        _ask_no_longer(found)
    grade.delete()
    payload = {"person": found.annotator.pseudonym, "attempt": found.seat.attempt, "passed": grade.passed}
    payload |= {"remark": grade.remark, "grader": grade.grader}
    record_decision(
        campaign=campaign, kind=SAMPLE_UNGRADED, actor=actor, payload=payload, now=now, pair=found.seat.pair
    )
    assert found.seat.sitting is not None
    if grade.passed and _follows_from_samples(found.annotator) and not has_passed_samples(found.seat.sitting):
        _bar(found.annotator, now, actor, "the grade of a sample was undone")


@transaction.atomic
def permit_writing(*, member: Membership, now: datetime, actor: str, reason: str = "") -> bool:
    """Let the person write captions, whatever their samples; False if they may already.

    Raises BadInput for people who are not annotators.
    """
    hold_campaign(member.campaign)
    hold_person(member)
    if member.role != Role.ANNOTATOR:
        raise BadInput(f"{member.pseudonym} is not an annotator", field="person")
    return _permit(member, now, actor, reason)


@transaction.atomic
def withdraw_permit(*, member: Membership, now: datetime, actor: str, reason: str = "") -> bool:
    """Let the person write no further captions; False if they may not. Captions in their queue go to others."""
    hold_campaign(member.campaign)
    hold_person(member)
    return _bar(member, now, actor, reason)


def _bar(member: Membership, now: datetime, actor: str, reason: str) -> bool:
    if not WritingPermit.objects.filter(member=member).delete()[0]:
        return False
    writing = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES)
    waiting = writing.filter(pair__query__query_id=TwinTask.CAPTION.query_id)
    released = open_again(member=member, waiting=waiting)
    payload = {"person": member.pseudonym, "reason": reason, "released": released}
    record_decision(campaign=member.campaign, kind=WRITING_BARRED, actor=actor, payload=payload, now=now)
    return True


def permit_who_passed(*, item: ExamItem, now: datetime) -> None:
    """Let those write who passed all samples but that of the dropped clip; the caller holds the campaign."""
    for sitting in item.exam.sittings.filter(state="passed").select_related("member__campaign", "exam").order_by("pk"):
        _permit_if_due(sitting, now)


def _permit_if_due(sitting: Sitting, now: datetime) -> None:
    if has_passed_samples(sitting):
        _permit(sitting.member, now, RULE, f"exam {sitting.exam.number}: all samples passed")


def _permit(member: Membership, now: datetime, actor: str, reason: str) -> bool:
    _, is_new = WritingPermit.objects.get_or_create(member=member, defaults={"given_at": now})
    if is_new:
        payload = {"person": member.pseudonym, "reason": reason}
        record_decision(campaign=member.campaign, kind=WRITING_PERMITTED, actor=actor, payload=payload, now=now)
    return is_new


def _follows_from_samples(member: Membership) -> bool:
    """Whether the person's permit came from their samples, and not from a lead."""
    permit = WritingPermit.objects.filter(member=member).first()
    given = LedgerEntry.objects.filter(campaign=member.campaign, kind=WRITING_PERMITTED.name, actor=RULE)
    return permit is not None and given.filter(at=permit.given_at).exists()


def _ask_again(score: Score, sitting: Sitting, now: datetime) -> None:
    """A further attempt at the clip, unless it was dropped; a seat that undoing a grade took back is given again."""
    asked = ExamItem.objects.filter(exam=sitting.exam_id, pair=score.seat.pair_id, dropped=False)
    if not asked.exists():
        return
    back = _next_attempts(score).filter(state=SeatState.RELEASED)
    again = list(back.values_list("pk", flat=True))
    if not again:
        seat_in_sitting(sitting, [(score.seat.pair_id, score.seat.attempt + 1)], now)
        return
    back.update(state=SeatState.RESERVED, reserved_at=now, held_at=None, shown_at=None)
    queue_behind(member=score.annotator, seats=Seat.objects.filter(pk__in=again))


def _ask_no_longer(score: Score) -> None:
    """Take back the further attempt; raises BadInput if the person has answered it."""
    following = _next_attempts(score)
    if following.exclude(state__in=(*WAITING_STATES, SeatState.RELEASED)).exists():
        raise BadInput(
            "the person has written these captions again, so the grade can no longer be undone", field="score"
        )
    waiting = following.filter(state__in=WAITING_STATES)
    record_losses(seats=waiting)
    waiting.update(state=SeatState.RELEASED)


def _next_attempts(score: Score) -> QuerySet[Seat]:
    seat = score.seat
    return Seat.objects.filter(sitting=seat.sitting_id, pair=seat.pair_id, attempt=seat.attempt + 1)
