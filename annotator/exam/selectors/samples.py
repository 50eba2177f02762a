"""Samples of captions in exams of twins campaigns: what waits for a grade, and how far people are (R10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from annotator.exam.selectors.exams import writing_items
from annotator.models import (
    Exam,
    ExamItem,
    Membership,
    Purpose,
    SampleGrade,
    Score,
    Seat,
    SeatState,
    Sitting,
    SittingState,
    Standing,
    WritingPermit,
)
from annotator.twins.tasks import TwinTask
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class SampleProgress:
    """How far somebody is with their samples: of how many clips, how many passed, how many wait for a grade."""

    clips: int
    passed: int
    waiting: int
    permitted: bool

    @property
    def to_write(self) -> int:
        """How many clips the person has to write about, for the first time or again."""
        return self.clips - self.passed - self.waiting


def sample_scores(campaign: Campaign) -> QuerySet[Score]:
    """The final captions of samples, graded or not, oldest first."""
    seats = {
        "seat__campaign": campaign,
        "seat__purpose": Purpose.EXAM,
        "seat__superseded": False,
        "seat__pair__query__query_id": TwinTask.CAPTION.exam_query_id,
    }
    return Score.objects.filter(current=True, final=True, **seats).order_by("saved_at", "pk")


def ungraded_samples(campaign: Campaign) -> QuerySet[Score]:
    """Those that wait for a lead: of clips that were not dropped, by people who are not suspended."""
    asked = ExamItem.objects.filter(
        exam__sittings=OuterRef("seat__sitting"), pair=OuterRef("seat__pair"), dropped=False
    )
    waiting = sample_scores(campaign).filter(Exists(asked), sample_grade=None, annotator__user__is_active=True)
    return waiting.exclude(annotator__standing=Standing.SUSPENDED)


def has_passed_samples(sitting: Sitting) -> bool:
    """Whether the exam asks for samples, and the newest of each clip passed."""
    wanted = set(writing_items(sitting.exam).values_list("pair", flat=True))
    return bool(wanted) and wanted <= _passed_pairs([sitting.pk])[sitting.pk]


def own_samples(member: Membership) -> SampleProgress | None:
    """How far the person is with the samples of the last sitting that asked for some; None if none did."""
    samples = Seat.objects.filter(sitting=OuterRef("pk"), pair__query__query_id=TwinTask.CAPTION.exam_query_id)
    passed = Sitting.objects.filter(Exists(samples), member=member, state=SittingState.PASSED)
    last = passed.select_related("exam").order_by("-pk").first()
    return sample_progress(last.exam, [last]).get(last.pk) if last else None


def sample_progress(exam: Exam, sittings: Iterable[Sitting]) -> dict[int, SampleProgress]:
    """How far the people of those sittings are, by sitting; four SQL queries, or none where none is asked for."""
    wanted = set(writing_items(exam).values_list("pair", flat=True))
    by_key = {sitting.pk: sitting for sitting in sittings}
    if not wanted:
        return {}
    passed = _passed_pairs(by_key)
    waiting: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(sitting__in=by_key, pair__in=wanted, state=SeatState.SCORED)
    for sitting, pair in seats.exclude(scores__sample_grade__isnull=False).values_list("sitting", "pair"):
        waiting[sitting or 0].add(pair)
    members = [sitting.member_id for sitting in by_key.values()]
    permitted = set(WritingPermit.objects.filter(member__in=members).values_list("member", flat=True))
    return {
        key: SampleProgress(
            len(wanted),
            len(passed[key] & wanted),
            len((waiting[key] & wanted) - passed[key]),
            one.member_id in permitted,
        )
        for key, one in by_key.items()
    }


def _passed_pairs(sittings: Iterable[int]) -> dict[int, set[int]]:
    """The pairs with a sample that passed, by sitting."""
    found: dict[int, set[int]] = defaultdict(set)
    grades = SampleGrade.objects.filter(passed=True, score__current=True, score__seat__sitting__in=list(sittings))
    for sitting, pair in grades.values_list("score__seat__sitting", "score__seat__pair"):
        found[sitting or 0].add(pair)
    return found
