"""Makes exams, gives them their truth, opens, freezes and closes them (R10); every step is in the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.entries import HIGHEST, LOWEST
from annotator.exam_settings import MOST_PAIRS, MOST_QUERIES, NO_BAR, Bar, require, require_cover
from annotator.grading import median_truth
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
from annotator.models.training import OPEN_SITTINGS
from annotator.models.work import WAITING_STATES
from annotator.selectors.exam_pairs import drawn_pairs, named_pairs, pairs_judged_too
from annotator.selectors.exams import (
    GRANTED,
    current_exam,
    exam_items,
    finished_takers,
    first_answers,
    items_without_clip,
)
from annotator.services.losing import record_losses
from annotator.services.people import set_standing
from annotator.services.superseding import hold_people
from moments.chain import Record
from moments.errors import BadInput
from moments.models import Campaign, Pair
from moments.selectors.campaigns import newest_protocol
from moments.services.campaigns import hold_campaign
from moments.services.ledger import record_decisions

LONGEST_EXPLANATION = 4000
LEAST = {"seed": 0, "tolerance": 0}
MOST = {"seed": 2**63 - 1, "takers_to_freeze": 1000, "sittings_allowed": 100, "tolerance": 4}


@transaction.atomic
def create_exam(
    *,
    campaign: Campaign,
    now: datetime,
    actor: str,
    queries: int = 10,
    depth: int = 10,
    seed: int = 0,
    pairs: Sequence[int] | None = None,
    truth_kind: str = TruthKind.COHORT,
    items_a_sitting: int | None = None,
    takers_to_freeze: int = 5,
    sittings_allowed: int = 1,
    tolerance: int | None = None,
    bar: Bar = NO_BAR,
) -> Exam:
    """An exam in draft: the top `depth` pairs of `queries` drawn queries, or the `pairs` of those numbers.

    `items_a_sitting` of the bank are met in one sitting (all, if left out); the tolerance is by default the
    protocol's. Raises BadInput, with nothing made, naming what is out of range or which pair is not usable.
    """
    hold_campaign(campaign)
    if truth_kind not in TruthKind.values:
        raise BadInput(f"truth_kind: expected {' or '.join(TruthKind.values)}, got {truth_kind!r}")
    chosen = _chosen(campaign, queries, depth, seed, pairs)
    settings = {
        "seed": seed,
        "items_a_sitting": len(chosen) if items_a_sitting is None else items_a_sitting,
        "takers_to_freeze": takers_to_freeze,
        "sittings_allowed": sittings_allowed,
        "tolerance": newest_protocol(campaign).tolerance if tolerance is None else tolerance,
    }
    most = {**MOST, "items_a_sitting": len(chosen)}
    for field, value in settings.items():
        require(field, value, LEAST.get(field, 1), most[field])
    bar.check()
    if truth_kind == TruthKind.COHORT:
        require_cover(len(chosen), settings["items_a_sitting"], takers_to_freeze)
    exam = Exam.objects.create(
        campaign=campaign,
        number=1 + (campaign.exams.aggregate(most=Max("number"))["most"] or 0),
        truth_kind=truth_kind,
        created_at=now,
        **settings,
        **asdict(bar),
    )
    ExamItem.objects.bulk_create(ExamItem(exam=exam, pair=pair) for pair in chosen)
    numbers = [pair.number for pair in chosen]
    _record(exam, "exam_created", actor, {"truth": truth_kind, "pairs": numbers, **settings, **asdict(bar)}, now)
    return exam


@transaction.atomic
def set_truth(
    *,
    item: ExamItem,
    now: datetime,
    actor: str,
    truth: int | None = None,
    explanation: str | None = None,
    doubtful: bool | None = None,
) -> None:
    """Set what is given: the truth (of a gold exam in draft alone), the explanation, the mark that it is doubtful.

    Raises BadInput for a truth that the lead may not set, or that is no level, and for an overlong explanation.
    """
    hold_campaign(item.exam.campaign)
    item.refresh_from_db()
    changed: dict[str, object] = {}
    if truth is not None:
        _require_settable(item.exam, truth)
        changed["truth"] = truth
    if explanation is not None:
        changed["explanation"] = _explanation(explanation)
    if doubtful is not None:
        changed["doubtful"] = doubtful
    changed = {field: value for field, value in changed.items() if getattr(item, field) != value}
    if not changed:
        return
    ExamItem.objects.filter(pk=item.pk).update(**changed)
    item.refresh_from_db()
    _record(item.exam, "exam_item_set", actor, changed, now, item)


@transaction.atomic
def open_exam(*, exam: Exam, now: datetime, actor: str) -> None:
    """Let people take the exam: a cohort's until it is frozen, a gold one with its truth, hence frozen at once.

    Raises BadInput where it is no draft, clips or truth are missing, a query of val or test came to have the text of
    one of its queries, or another exam runs.
    """
    hold_campaign(exam.campaign)
    exam.refresh_from_db()
    if exam.state != ExamState.DRAFT:
        raise BadInput(f"exam {exam.number} is {exam.state}, only a draft is opened")
    running = current_exam(exam.campaign)
    if running is not None:
        raise BadInput(f"exam {running.number} is {running.state}; close it first, one runs at a time")
    total, missing = exam_items(exam).count(), items_without_clip(exam).count()
    if missing:
        raise BadInput(f"{missing} of the {total} pairs have no clip; cut_clips first")
    judged = pairs_judged_too(exam)
    if judged:
        raise BadInput(f"the query of pair {', '.join(map(str, judged))} has the text of one of val or test; drop it")
    if exam.truth_kind == TruthKind.GOLD:
        _require_truth(exam)
        exam.frozen_at = now
    exam.state = ExamState.FROZEN if exam.truth_kind == TruthKind.GOLD else ExamState.OPEN
    exam.opened_at = now
    exam.save(update_fields=["state", "opened_at", "frozen_at"])
    _record(exam, "exam_opened", actor, {"state": exam.state, "pairs": total}, now)


@transaction.atomic
def freeze_truth(*, exam: Exam, now: datetime, actor: str) -> None:
    """Take the medians of the finished first attempts as the truth; open a gold exam, whose truth is the lead's.

    Answers that come later are graded and change nothing of it. Raises BadInput where the exam is not open,
    too few people finished, or a pair has no answer.
    """
    if exam.truth_kind == TruthKind.GOLD:
        open_exam(exam=exam, now=now, actor=actor)
        return
    hold_campaign(exam.campaign)
    exam.refresh_from_db()
    if exam.state != ExamState.OPEN:
        raise BadInput(f"exam {exam.number} is {exam.state}, only an open one is frozen")
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
    _record(exam, "exam_frozen", actor, {"takers": takers, "truths": truths}, now)


@transaction.atomic
def drop_item(*, item: ExamItem, now: datetime, actor: str, reason: str = "") -> bool:
    """Take the pair out of the exam: nobody is asked it any more and no answer to it counts; False if it was out.

    Raises BadInput for the last pair of an exam.
    """
    hold_campaign(item.exam.campaign)
    if not exam_items(item.exam).exclude(pk=item.pk).exists():
        raise BadInput(f"pair {item.pair.number} is the exam's last; close the exam instead")
    if not ExamItem.objects.filter(pk=item.pk, dropped=False).update(dropped=True):
        return False
    item.dropped = True
    seats = Seat.objects.filter(sitting__exam=item.exam, pair=item.pair, state__in=WAITING_STATES)
    hold_people(item.exam.campaign)  # nobody scores the pair meanwhile
    record_losses(seats=seats)
    released = seats.update(state=SeatState.RELEASED)
    _record(item.exam, "exam_item_dropped", actor, {"reason": reason, "released": released}, now, item)
    return True


@transaction.atomic
def grant_sitting(*, member: Membership, exam: Exam, now: datetime, actor: str, reason: str = "") -> None:
    """Allow the person one more sitting of the exam; the ledger keeps it."""
    hold_campaign(exam.campaign)
    if member.campaign_id != exam.campaign_id:
        raise BadInput("member: is not in the exam's campaign")
    _record(exam, GRANTED, actor, {"person": member.pseudonym, "reason": reason}, now)


@transaction.atomic
def close_exam(*, exam: Exam, now: datetime, actor: str) -> None:
    """Let nobody begin the exam any more; who sits in one that has its truth goes on to the end.

    A draft is thrown away. An open exam ends without truth, and its sittings with it: who sat is back in
    training, and `frozen_at` is when it was closed. Raises BadInput where it is closed already.
    """
    hold_campaign(exam.campaign)
    exam.refresh_from_db()
    if exam.state == ExamState.CLOSED:
        raise BadInput(f"exam {exam.number} is closed already")
    before, ended = exam.state, 0
    if before == ExamState.DRAFT:
        _record(exam, "exam_discarded", actor, {}, now)
        exam.items.all().delete()
        exam.delete()
        return
    if before == ExamState.OPEN:
        ended = _end_sittings(exam, now, actor)
        exam.frozen_at = now
    exam.state = ExamState.CLOSED
    exam.save(update_fields=["state", "frozen_at"])
    _record(exam, "exam_closed", actor, {"before": before, "sittings_ended": ended}, now)


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
            reason = f"exam {exam.number} was closed without truth"
            set_standing(member=sitting.member, standing=Standing.TRAINING, now=now, actor=actor, reason=reason)
        ended += 1
    return ended


def _chosen(campaign: Campaign, queries: int, depth: int, seed: int, pairs: Sequence[int] | None) -> list[Pair]:
    if pairs is not None:
        require("pairs", len(pairs), 1, MOST_PAIRS)
        return named_pairs(campaign, pairs)
    require("queries", queries, 1, MOST_QUERIES)
    require("depth", depth, 1, MOST_PAIRS // queries)
    return drawn_pairs(campaign, queries=queries, depth=depth, seed=seed)


def _require_truth(exam: Exam) -> None:
    total, missing = exam_items(exam).count(), exam_items(exam).filter(truth=None).count()
    if missing:
        raise BadInput(f"truth missing for {missing} of {total} pairs")


def _require_settable(exam: Exam, truth: int) -> None:
    if exam.truth_kind != TruthKind.GOLD:
        raise BadInput("truth: in a cohort exam it is the median of the first answers; explain it or mark it doubtful")
    if exam.state != ExamState.DRAFT:
        raise BadInput(f"truth: exam {exam.number} is {exam.state}; people were graded, so it stays")
    if not LOWEST <= truth <= HIGHEST:
        raise BadInput(f"truth: expected {LOWEST} to {HIGHEST}, got {truth}")


def _explanation(text: str) -> str:
    if len(text) > LONGEST_EXPLANATION or "\0" in text:
        raise BadInput(f"explanation: expected at most {LONGEST_EXPLANATION:,} characters")
    return text.strip()


def _record(
    exam: Exam, kind: str, actor: str, payload: Mapping[str, object], now: datetime, item: ExamItem | None = None
) -> None:
    query, pair = (item.pair.query.query_id, item.pair.number) if item else (None, None)
    record = Record(kind, actor, {"exam": exam.number, **payload}, query, pair)
    record_decisions(campaign=exam.campaign, records=[record], now=now)
