"""Opens exams, freezes their truth, drops pairs, closes them (R10); every step is in the ledger."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from django.db import transaction

from annotator.exam.grading import median_truth
from annotator.exam.ledger_kinds import (
    EXAM_CLOSED,
    EXAM_DISCARDED,
    EXAM_FROZEN,
    EXAM_ITEM_DROPPED,
    EXAM_OPENED,
    EXAM_SITTING_GRANTED,
)
from annotator.exam.selectors.exams import (
    current_exam,
    exam_items,
    finished_takers,
    first_answers,
    items_without_clip,
    items_without_truth,
    sittings_granted,
)
from annotator.exam.selectors.graders import grader_of
from annotator.exam.selectors.pairs import pairs_judged_too
from annotator.exam.services.ledger import record_exam
from annotator.exam.services.samples import permit_who_passed
from annotator.models import (
    Exam,
    ExamItem,
    ExamState,
    Membership,
    Seat,
    SeatState,
    Sitting,
    SittingState,
    Standing,
    TruthKind,
)
from annotator.models.exam import OPEN_SITTINGS
from annotator.models.seats import WAITING_STATES
from annotator.seats.services.losing import record_losses
from annotator.seats.services.standings import set_standing
from annotator.seats.services.superseding import hold_people
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign


@transaction.atomic
def open_exam(*, exam: Exam, now: datetime, actor: str) -> None:
    """Let people take the exam. A gold exam has its truth and is frozen at once; a cohort exam is frozen later.

    Raises BadInput if it is no draft, clips or truth are missing, a query of val or test has the text of one of its
    queries, or another exam runs.
    """
    hold_campaign(exam.campaign)
    exam.refresh_from_db()
    if exam.state != ExamState.DRAFT:
        raise BadInput(f"exam {exam.number} is {exam.state}; only a draft can be opened")
    running = current_exam(exam.campaign)
    if running is not None:
        raise BadInput(
            f"exam {running.number} is {running.state_label}; close it first, because only one exam can run at a time"
        )
    total, missing = exam_items(exam).count(), items_without_clip(exam).count()
    if missing:
        raise BadInput(
            f"{missing} of the {total} pairs {'has' if missing == 1 else 'have'} no clip; run cut_clips first"
        )
    lacks = grader_of(exam).lacks(list(exam_items(exam)))
    if lacks:
        raise BadInput(lacks)
    judged = pairs_judged_too(exam)
    if judged:
        raise BadInput(
            f"the query of pair {', '.join(map(str, judged))} has the same text as a query of val or test; drop the "
            "pair"
        )
    if exam.truth_kind == TruthKind.GOLD:
        _require_truth(exam)
        exam.frozen_at = now
    exam.state = ExamState.FROZEN if exam.truth_kind == TruthKind.GOLD else ExamState.OPEN
    exam.opened_at = now
    exam.save(update_fields=["state", "opened_at", "frozen_at"])
    record_exam(exam, EXAM_OPENED, actor, {"state": exam.state, "pairs": total}, now)


@transaction.atomic
def freeze_truth(*, exam: Exam, now: datetime, actor: str) -> None:
    """Take the medians of the finished first attempts as the truth; open a gold exam, whose truth is the lead's.

    Later answers are graded and do not change the truth. Raises BadInput if the exam is not open, too few people have
    finished, or a pair has no answer.
    """
    if exam.truth_kind == TruthKind.GOLD:
        open_exam(exam=exam, now=now, actor=actor)
        return
    hold_campaign(exam.campaign)
    exam.refresh_from_db()
    if exam.state != ExamState.OPEN:
        raise BadInput(f"exam {exam.number} is {exam.state}; only an open exam can be frozen")
    takers = finished_takers(exam)
    if takers < exam.takers_to_freeze:
        raise BadInput(f"{takers} of {exam.takers_to_freeze} people have finished their first answers")
    answers: dict[int, list[int]] = defaultdict(list)
    for answer in first_answers(exam, finished=True):
        answers[answer.item].append(answer.relevance)
    items = list(exam_items(exam))
    for item in items:
        if answers[item.pk]:
            item.truth = median_truth(answers[item.pk])
    ExamItem.objects.bulk_update([item for item in items if item.truth is not None], ["truth"], batch_size=500)
    _require_truth(exam)
    exam.state, exam.frozen_at = ExamState.FROZEN, now
    exam.save(update_fields=["state", "frozen_at"])
    truths = [[item.pair.number, item.truth, len(answers[item.pk])] for item in items]
    record_exam(exam, EXAM_FROZEN, actor, {"takers": takers, "truths": truths}, now)


@transaction.atomic
def drop_item(*, item: ExamItem, now: datetime, actor: str, reason: str = "") -> bool:
    """Take the pair out of the exam: nobody is asked it again and no answer to it counts; False if it was out.

    Raises BadInput for the last pair of an exam.
    """
    hold_campaign(item.exam.campaign)
    if not item.writes:
        _require_rest(item)
    if not ExamItem.objects.filter(pk=item.pk, dropped=False).update(dropped=True):
        return False
    item.dropped = True
    seats = Seat.objects.filter(sitting__exam=item.exam, pair=item.pair, state__in=WAITING_STATES)
    hold_people(item.exam.campaign)  # so that nobody scores the pair in the meantime
    record_losses(seats=seats)
    released = seats.update(state=SeatState.RELEASED)
    record_exam(item.exam, EXAM_ITEM_DROPPED, actor, {"reason": reason, "released": released}, now, item)
    if item.writes:
        permit_who_passed(item=item, now=now)
    return True


@transaction.atomic
def grant_sitting(
    *, member: Membership, exam: Exam, now: datetime, actor: str, reason: str = "", seen: str | None = None
) -> None:
    """Allow the person one more sitting of the exam; the ledger keeps it.

    `seen` is how many sittings the lead's page showed as granted, so that two clicks grant one. Raises BadInput if
    there are more by now, or if the person's last sitting has not failed.
    """
    hold_campaign(exam.campaign)
    if member.campaign_id != exam.campaign_id:
        raise BadInput("member: expected a member of the exam's campaign")
    if seen is not None:
        last = exam.sittings.filter(member=member).order_by("number").last()
        if last is None or last.state != SittingState.FAILED:
            raise BadInput(f"{member.pseudonym} has not failed their last sitting")
        if seen != str(sittings_granted(exam)[member.pseudonym]):
            raise BadInput(f"{member.pseudonym} has already been granted a sitting")
    record_exam(exam, EXAM_SITTING_GRANTED, actor, {"person": member.pseudonym, "reason": reason}, now)


@transaction.atomic
def close_exam(*, exam: Exam, now: datetime, actor: str, seen_state: str | None = None) -> None:
    """Close the exam to newcomers; people who are in a sitting can finish it if the exam has its truth.

    A draft is deleted. An open exam ends without truth, and so do its sittings: their people are back in training, and
    `frozen_at` is when it was closed. `seen_state` is the state whose consequences the lead read. Raises BadInput if
    the exam is in another state by now, is gone, or is already closed.
    """
    hold_campaign(exam.campaign)
    before = Exam.objects.filter(pk=exam.pk).values_list("state", flat=True).first()
    if before is None:
        raise BadInput(f"exam {exam.number} has been discarded")
    if seen_state not in (None, before):
        raise BadInput(f"exam {exam.number} is now {before}; read again what closing it does")
    if before == ExamState.CLOSED:
        raise BadInput(f"exam {exam.number} is already closed")
    exam.refresh_from_db()
    ended = 0
    if before == ExamState.DRAFT:
        record_exam(exam, EXAM_DISCARDED, actor, {}, now)
        exam.items.all().delete()
        exam.delete()
        return
    if before == ExamState.OPEN:
        ended = _end_sittings(exam, now, actor)
        exam.frozen_at = now
    exam.state = ExamState.CLOSED
    exam.save(update_fields=["state", "frozen_at"])
    record_exam(exam, EXAM_CLOSED, actor, {"before": before, "sittings_ended": ended}, now)


def _require_rest(item: ExamItem) -> None:
    """Raise BadInput unless the exam can go on without the item."""
    rest = list(exam_items(item.exam).exclude(pk=item.pk))
    if not rest:
        raise BadInput(f"pair {item.pair.number} is the last one of the exam; close the exam instead")
    lacks = "" if item.exam.state == ExamState.DRAFT else grader_of(item.exam).lacks(rest)
    if lacks:
        raise BadInput(f"{lacks} without pair {item.pair.number}; close the exam instead")


def _end_sittings(exam: Exam, now: datetime, actor: str) -> int:
    hold_people(exam.campaign)
    ended = 0
    for sitting in exam.sittings.filter(state__in=OPEN_SITTINGS).select_related("member__campaign").order_by("pk"):
        Sitting.objects.filter(pk=sitting.pk).update(
            state=SittingState.FAILED, first_done_at=sitting.first_done_at or now, ended_at=now
        )
        seats = sitting.seats.filter(state__in=WAITING_STATES)
        record_losses(seats=seats)
        seats.update(state=SeatState.RELEASED)
        if sitting.member.standing in (Standing.EXAM, Standing.WAITING):
            reason = f"exam {exam.number} was closed without a truth"
            set_standing(member=sitting.member, standing=Standing.TRAINING, now=now, actor=actor, reason=reason)
        ended += 1
    return ended


def _require_truth(exam: Exam) -> None:
    total, missing = exam_items(exam).count(), items_without_truth(exam).count()
    if missing:
        raise BadInput(f"the truth is missing for {missing} of {total} pairs")
