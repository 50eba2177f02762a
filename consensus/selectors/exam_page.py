"""What the lead's page on an exam shows: its state, who is how far, the bank of pairs."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404

from annotator.models import Exam, ExamItem, Role, Score, Seat, SeatState, Sitting, SittingState, Standing
from annotator.models.training import OPEN_SITTINGS
from annotator.models.work import WAITING_STATES
from annotator.selectors.exams import (
    DONE_STATES,
    GRANTED,
    current_exam,
    exam_items,
    finished_takers,
    items_without_clip,
)
from annotator.selectors.guidelines import ShownClip, smallest_clips
from moments.models import Campaign, LedgerEntry
from moments.selectors.clips import clip_failures

HIGHEST_NUMBER = 32767


@dataclass(frozen=True, slots=True)
class Phases:
    """How many people, or sittings, are in each phase of the exam."""

    not_begun: int
    first: int
    waiting: int
    relabel: int
    passed: int
    failed: int


@dataclass(frozen=True, slots=True)
class Steps:
    """What the lead may do next with the exam, and what would come of it."""

    pairs: int
    without_truth: int
    without_clip: int
    finished: int
    held_up: int
    running: Exam | None

    @property
    def may_open(self) -> bool:
        """Whether nothing stands in the way of opening a draft that has its truth, or needs none yet."""
        return not self.running and not self.without_clip


@dataclass(frozen=True, slots=True)
class SittingRow:
    """One sitting: answered of how many first answers, misses still to score again, and sittings granted.

    Of what is still to be scored, `parked` waits for a lead to look at a report.
    """

    sitting: Sitting
    answered: int
    asked: int
    again: int
    parked: int
    granted: int
    last: bool

    @property
    def is_blocked(self) -> bool:
        """Whether the person can answer nothing before a lead has looked at what was reported."""
        return self.parked > 0 and self.parked == self.asked - self.answered + self.again

    @property
    def may_grant(self) -> bool:
        """Whether the person failed and a further sitting would help."""
        return self.last and self.sitting.state == SittingState.FAILED


@dataclass(frozen=True, slots=True)
class BankRow:
    """A pair of the bank with its clip, how many answered it, and the form's values."""

    item: ExamItem
    clip: ShownClip | None
    clip_failure: str
    answered: int
    truth: str
    explanation: str
    seen: str


def exams_of(campaign: Campaign) -> list[Exam]:
    """The campaign's exams, newest first."""
    return list(campaign.exams.order_by("-number"))


def exam_asked(campaign: Campaign, number: str) -> Exam | None:
    """The exam of that number; where none is named the one that runs, else the newest.

    None where the campaign has no exam; Http404 for a number that is none of its exams.
    """
    if not number:
        return current_exam(campaign) or campaign.exams.order_by("-number").first()
    known = number.isdecimal() and len(number) < 6 and int(number) <= HIGHEST_NUMBER
    exam = campaign.exams.filter(number=int(number)).first() if known else None
    if exam is None:
        raise Http404("no such exam")
    return exam


def phases(exam: Exam) -> Phases:
    """The counts; who has not begun is in training and has no sitting of this exam."""
    states = Counter(exam.sittings.values_list("state", flat=True))
    training = exam.campaign.members.filter(role=Role.ANNOTATOR, standing=Standing.TRAINING)
    not_begun = training.filter(~Exists(Sitting.objects.filter(exam=exam, member=OuterRef("pk")))).count()
    return Phases(not_begun, *(states[state] for state in SittingState.values))


def steps(exam: Exam) -> Steps:
    """What opening and freezing would meet."""
    items = exam_items(exam)
    running = current_exam(exam.campaign)
    return Steps(
        pairs=items.count(),
        without_truth=items.filter(truth=None).count(),
        without_clip=items_without_clip(exam).count(),
        finished=finished_takers(exam),
        held_up=_held_up(exam),
        running=running if running != exam else None,
    )


def sittings_page(exam: Exam) -> QuerySet[Sitting]:
    """The exam's sittings, by pseudonym and number."""
    return exam.sittings.select_related("member__user").order_by("member__pseudonym", "number")


def sitting_rows(exam: Exam, sittings: Iterable[Sitting]) -> list[SittingRow]:
    """The sittings with how far they are, in three SQL queries."""
    sittings = list(sittings)
    dropped = ExamItem.objects.filter(exam=exam, pair=OuterRef("pair"), dropped=True)
    seats = Seat.objects.filter(~Exists(dropped), sitting__in=sittings).exclude(state=SeatState.RELEASED)
    is_done, is_first = Q(state__in=DONE_STATES), Q(attempt=1)
    counted = seats.values_list("sitting").annotate(
        answered=Count("pk", filter=is_first & is_done),
        asked=Count("pk", filter=is_first),
        again=Count("pk", filter=~is_first & ~is_done),
        parked=Count("pk", filter=~is_done & Q(pair__parked=True)),
    )
    counts = {sitting: (done, asked, again, parked) for sitting, done, asked, again, parked in counted.order_by()}
    granted = _granted(exam)
    taken = Counter(exam.sittings.values_list("member", flat=True))
    return [
        SittingRow(
            one,
            *counts.get(one.pk, (0, 0, 0, 0)),
            granted=granted[one.member.pseudonym],
            last=one.number == taken[one.member_id],
        )
        for one in sittings
    ]


def bank_rows(items: Iterable[ExamItem], posted: Mapping[str, str] | None = None) -> list[BankRow]:
    """The pairs with their clips, in a fixed number of SQL queries; `posted` overrides what the form shows."""
    items, posted = list(items), posted or {}
    moments = [item.pair.moment_id for item in items]
    clips, failures = smallest_clips(moments), clip_failures(moments)
    exam = items[0].exam_id if items else None
    first = Score.objects.filter(current=True, seat__attempt=1, seat__sitting__exam=exam)
    answered = Counter(
        first.filter(seat__pair__in=[item.pair_id for item in items]).values_list("seat__pair", flat=True)
    )
    return [
        BankRow(
            item=item,
            clip=clips.get(item.pair.moment_id),
            clip_failure=failures.get(item.pair.moment_id, ""),
            answered=answered[item.pair_id],
            truth=posted.get(f"truth-{item.pair.number}", "" if item.truth is None else str(item.truth)),
            explanation=posted.get(f"explanation-{item.pair.number}", item.explanation),
            seen=seen_mark(item),
        )
        for item in items
    ]


def seen_mark(item: ExamItem) -> str:
    """What a form carries to tell that the pair's truth and explanation are still those that it showed."""
    return mark_of(item.truth, item.explanation)


def mark_of(truth: int | None, explanation: str) -> str:
    """The mark of a truth with an explanation; 16 hex digits."""
    return hashlib.sha256(json.dumps([truth, explanation]).encode()).hexdigest()[:16]


def _held_up(exam: Exam) -> int:
    """How many people have nothing left to answer in it but pairs that are parked."""
    dropped = ExamItem.objects.filter(exam=exam, pair=OuterRef("pair"), dropped=True)
    waiting = Seat.objects.filter(~Exists(dropped), sitting=OuterRef("pk"), state__in=WAITING_STATES)
    sittings = exam.sittings.filter(state__in=OPEN_SITTINGS)
    stopped = Exists(waiting.filter(pair__parked=True)) & ~Exists(waiting.filter(pair__parked=False))
    return sittings.filter(stopped).count()


def _granted(exam: Exam) -> Counter[str]:
    """How many further sittings of the exam were granted, by pseudonym."""
    entries = LedgerEntry.objects.filter(campaign=exam.campaign_id, kind=GRANTED).values_list("payload", flat=True)
    payloads = [json.loads(entry) for entry in entries]
    return Counter(payload["person"] for payload in payloads if payload["exam"] == exam.number)
