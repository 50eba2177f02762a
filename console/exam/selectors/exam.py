"""What the lead's page on an exam shows: its state, how far each person is, the bank of pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404

from annotator.exam.selectors.bank import StoredTruth, mark_of, stored_truths
from annotator.exam.selectors.exams import (
    current_exam,
    exam_items,
    finished_takers,
    items_without_clip,
    items_without_truth,
)
from annotator.marking.segments import Segment
from annotator.marking.written import written
from annotator.models import Exam, ExamItem, Role, Score, Seat, Sitting, SittingState, Standing
from annotator.models.exam import OPEN_SITTINGS
from annotator.models.seats import WAITING_STATES
from annotator.player.selectors import PlayableClip, playable_clips
from console.exam.selectors.twins import CASE_WORDS, TwinClips, clips_of
from moments.models import Campaign

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
class NextSteps:
    """What the lead may do next with the exam, and what would come of it."""

    pairs: int
    without_truth: int
    without_clip: int
    finished: int
    held_up: int
    running: Exam | None

    @property
    def may_open(self) -> bool:
        """Whether nothing prevents opening a draft that has its truth, or needs none yet."""
        return not self.running and not self.without_clip


@dataclass(frozen=True, slots=True)
class BankRow:
    """A pair of the bank with its clip, how many answered it, and the form's values."""

    item: ExamItem
    clip: PlayableClip
    answered: int
    truth: str
    explanation: str
    seen: str
    twins: TwinClips | None = None

    @property
    def truth_words(self) -> str:
        """The truth of a clip of twins in words; any other as it is."""
        return next((words for case, words in CASE_WORDS.items() if case == self.truth), self.truth)


def exams_of(campaign: Campaign) -> list[Exam]:
    """The campaign's exams, newest first."""
    return list(campaign.exams.order_by("-number"))


def exam_asked(campaign: Campaign, number: str) -> Exam | None:
    """The exam of that number; if none is named the one that runs, else the newest.

    None if the campaign has no exam; Http404 for a number that is none of its exams.
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


def steps(exam: Exam) -> NextSteps:
    """What opening and freezing would meet."""
    items = exam_items(exam)
    running = current_exam(exam.campaign)
    return NextSteps(
        pairs=items.count(),
        without_truth=items_without_truth(exam).count(),
        without_clip=items_without_clip(exam).count(),
        finished=finished_takers(exam),
        held_up=_held_up(exam),
        running=running if running != exam else None,
    )


def sittings_page(exam: Exam) -> QuerySet[Sitting]:
    """The exam's sittings, by pseudonym and number."""
    return exam.sittings.select_related("member__user").order_by("member__pseudonym", "number")


def bank_rows(exam: Exam, items: Iterable[ExamItem], posted: Mapping[str, str] | None = None) -> list[BankRow]:
    """The pairs with their clips, in a fixed number of SQL queries; `posted` overrides what the form shows."""
    items, posted = list(items), posted or {}
    moments = [item.pair.moment_id for item in items]
    clips = playable_clips(moments)
    first = Score.objects.filter(current=True, seat__attempt=1, seat__sitting__exam=exam)
    answered = Counter(
        first.filter(seat__pair__in=[item.pair_id for item in items]).values_list("seat__pair", flat=True)
    )
    truths = stored_truths(exam, items)
    twins = clips_of(moments) if exam.campaign.is_twin else {}
    return [
        BankRow(
            item=item,
            clip=clips[item.pair.moment_id],
            answered=answered[item.pair_id],
            truth=posted.get(f"truth-{item.pair.number}", truth_text(truths[item.pair.number])),
            explanation=posted.get(f"explanation-{item.pair.number}", item.explanation),
            seen=mark_of(truths[item.pair.number], item.explanation),
            twins=twins.get(item.pair.moment_id),
        )
        for item in items
    ]


def truth_text(truth: StoredTruth) -> str:
    """A truth as the form of the bank shows it."""
    if isinstance(truth, list):
        return written(Segment(start, end) for start, end in truth)
    return "" if truth is None else str(truth)


def _held_up(exam: Exam) -> int:
    """How many people have nothing left to answer in it but pairs that are parked."""
    dropped = ExamItem.objects.filter(exam=exam, pair=OuterRef("pair"), dropped=True)
    waiting = Seat.objects.filter(~Exists(dropped), sitting=OuterRef("pk"), state__in=WAITING_STATES)
    sittings = exam.sittings.filter(state__in=OPEN_SITTINGS)
    stopped = Exists(waiting.filter(pair__parked=True)) & ~Exists(waiting.filter(pair__parked=False))
    return sittings.filter(stopped).count()
