"""People's ways through the exam: first answers, waiting for the truth, misses again, passed or failed (R10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q

from annotator.exam.ledger_kinds import EXAM_SITTING_BEGUN, EXAM_SITTING_MOVED
from annotator.exam.selectors.exams import (
    STANDING_OF,
    answered_sittings,
    current_exam,
    exam_items,
    graded_first_answers,
    items_without_clip,
    next_attempts,
    open_sitting,
    sittings_left,
    writing_items,
)
from annotator.exam.selectors.graders import grader_of
from annotator.exam.selectors.sittings import missing_step
from annotator.models import (
    Exam,
    ExamItem,
    ExamState,
    Membership,
    Purpose,
    Role,
    Seat,
    SeatState,
    Sitting,
    SittingState,
    Standing,
    WritingPermit,
)
from annotator.people.services.people import hold_person
from annotator.seats.planning import seeded_order
from annotator.seats.services.standings import set_standing
from annotator.seats.services.taking import queue_behind
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.jobs.services.steps import each_in_turn
from moments.ledger.services import record_decision
from moments.models import Campaign, CampaignStatus

ACTOR = "rule"
IN_EXAM = (Standing.EXAM, Standing.WAITING, Standing.RELABEL)
MAY_BEGIN = (Standing.TRAINING, Standing.EXAM)


@transaction.atomic
def begin_sitting(*, member: Membership, now: datetime) -> Sitting:
    """The person's sitting of the running exam, new or already open, with a seat on each of its pairs.

    Raises BadInput with what is missing: status, consent, tutorial, an exam, a sitting that is left, clips.
    """
    hold_campaign(member.campaign)
    hold_person(member)
    sitting = open_sitting(member)
    if sitting is not None:
        if member.standing == Standing.TRAINING:  # a lead moved them back there
            standing = STANDING_OF[SittingState(sitting.state)]
            set_standing(member=member, standing=standing, now=now, actor=ACTOR, reason="continues the sitting")
        return sitting
    exam = _exam_for(member)
    number = 1 + exam.sittings.filter(member=member).count()
    items = _items_for(member, exam, number)
    sitting = Sitting.objects.create(exam=exam, member=member, number=number, started_at=now)
    seat_in_sitting(sitting, [(item.pair_id, 1) for item in items], now)
    payload = {"exam": exam.number, "sitting": number, "pairs": len(items)}
    record_decision(campaign=member.campaign, kind=EXAM_SITTING_BEGUN, actor=member.pseudonym, payload=payload, now=now)
    set_standing(member=member, standing=Standing.EXAM, now=now, actor=ACTOR, reason=f"sitting {number} begun")
    return sitting


def advance_sittings(*, campaign: Campaign, now: datetime) -> int:
    """Move on every sitting whose answers are final; how many moved. A second call finds none.

    Sittings of suspended people wait until they are back.
    """
    ready = answered_sittings(campaign).filter(member__standing__in=IN_EXAM, member__user__is_active=True)
    numbers = list(ready.order_by("pk").values_list("pk", flat=True))
    return sum(each_in_turn(lambda pk: _advance(pk, campaign, now), numbers))


def _exam_for(member: Membership) -> Exam:
    if member.role != Role.ANNOTATOR or member.standing not in MAY_BEGIN:
        raise BadInput(f"only people in training can take the exam; your status is: {member.get_standing_display()}")
    missing = missing_step(member)
    if missing:
        raise BadInput(missing)
    exam = current_exam(member.campaign)
    if exam is None or member.campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("no exam is open")
    if not sittings_left(member, exam):
        raise BadInput("you have no attempts left; a lead can grant you another one")
    return exam


def _items_for(member: Membership, exam: Exam, number: int) -> Sequence[ExamItem]:
    """The items of that sitting: unmet pairs first, in an order seeded by person and number.

    A copy of a question that the person met as a marker is none of them.

    While a cohort's truth is open, pairs that fewest people were asked go first, so that all are answered.
    """
    missing = items_without_clip(exam).count()
    if missing:
        lacking = counted(missing, "pair of the exam has", "pairs of the exam have")
        raise BadInput(f"{lacking} no clip; a lead must cut the clips first")
    met = set(Seat.objects.filter(sitting__member=member).values_list("pair", flat=True))
    asked = Count("pair__seats", filter=Q(pair__seats__sitting__exam=exam, pair__seats__attempt=1))
    items = exam_items(exam).exclude(pair__reference__source__seats__annotator=member).annotate(asked=asked)
    spread = exam.state == ExamState.OPEN
    shuffled = seeded_order(list(items), exam.seed, member.pk, number)
    shuffled.sort(key=lambda item: (item.pair.parked, item.pair_id in met, item.asked if spread else 0))
    turns = grader_of(exam).turns(shuffled)
    in_turn = sorted(zip(turns, shuffled, strict=True), key=lambda one: (one[1].pair.parked, one[0]))
    shuffled = [item for _, item in in_turn]
    if not shuffled:
        raise BadInput("you have met every question of the exam already; ask a lead")
    return shuffled[: exam.items_a_sitting]


def seat_in_sitting(sitting: Sitting, pairs: Iterable[tuple[int, int]], now: datetime) -> None:
    """Make a seat on each pair at its attempt, at the end of the person's queue; the caller holds the person."""
    member = sitting.member
    seats = [
        Seat(
            campaign_id=member.campaign_id,
            pair_id=pair,
            sitting=sitting,
            purpose=Purpose.EXAM,
            attempt=attempt,
            round=1,
            number=1,
            state=SeatState.RESERVED,
            annotator=member,
            reserved_at=now,
        )
        for pair, attempt in pairs
    ]
    made = [seat.pk for seat in Seat.objects.bulk_create(seats, batch_size=500)]
    queue_behind(member=member, seats=Seat.objects.filter(pk__in=made).order_by("pair__query_id", "pk"))


@transaction.atomic
def _advance(pk: int, campaign: Campaign, now: datetime) -> bool:
    hold_campaign(campaign)
    sitting = Sitting.objects.select_related("exam", "member__campaign", "member__user").get(pk=pk)
    hold_person(sitting.member)
    if sitting.member.standing not in IN_EXAM or not answered_sittings(campaign).filter(pk=pk).exists():
        return False
    sitting.refresh_from_db(fields=["state", "first_done_at"])
    if sitting.state == SittingState.FIRST:
        sitting.first_done_at = now
    if sitting.exam.state == ExamState.OPEN:
        _move(sitting, SittingState.WAITING, now)
    else:
        _grade(sitting, now)
    return True


def _grade(sitting: Sitting, now: datetime) -> None:
    exam = sitting.exam
    if sitting.state != SittingState.RELABEL:
        first = graded_first_answers(sitting)
        failure = grader_of(exam).failure([(answer.answer, answer.truth) for answer in first])
        if failure or not first:
            _move(sitting, SittingState.FAILED, now, failure or "no pair of the sitting is left in the exam")
            return
    again = next_attempts(sitting)
    if not again:
        _move(sitting, SittingState.PASSED, now)
        _ask_for_samples(sitting, now)
        return
    seat_in_sitting(sitting, [(answer.pair, answer.attempt + 1) for answer in again], now)
    _move(sitting, SittingState.RELABEL, now)


def _ask_for_samples(sitting: Sitting, now: datetime) -> None:
    """Have the person write the exam's samples of captions, where it asks for some and the person may not write yet."""
    if WritingPermit.objects.filter(member=sitting.member).exists():
        return
    seat_in_sitting(sitting, [(item.pair_id, 1) for item in writing_items(sitting.exam)], now)


def _move(sitting: Sitting, state: SittingState, now: datetime, reason: str = "") -> None:
    """Give the sitting its next state and the person the matching status, both in the ledger."""
    sitting.state = state
    over = state in (SittingState.PASSED, SittingState.FAILED)
    sitting.ended_at = now if over else None
    sitting.save(update_fields=["state", "first_done_at", "ended_at"])
    member = sitting.member
    payload = {
        "person": member.pseudonym,
        "exam": sitting.exam.number,
        "sitting": sitting.number,
        "state": state,
        "reason": reason,
    }
    record_decision(campaign=member.campaign, kind=EXAM_SITTING_MOVED, actor=ACTOR, payload=payload, now=now)
    after = {SittingState.PASSED: Standing.QUALIFIED, SittingState.FAILED: Standing.TRAINING}
    standing = after.get(state) or STANDING_OF[state]
    reason = reason or f"exam {sitting.exam.number}: {state.label}"
    set_standing(member=member, standing=standing, now=now, actor=ACTOR, reason=reason)
