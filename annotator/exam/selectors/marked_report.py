"""The exam report in marking campaigns (R11): everybody's sittings, the cohort, and the questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from annotator.exam.marked_bar import MarkedGrade, found_share, grade_of, mean_iou, missed_share
from annotator.exam.selectors.exams import exam_items
from annotator.exam.selectors.graders import MarkingGrader, grader_of
from annotator.exam.selectors.report import INTERVALS, finished_sittings
from annotator.marking.segments import Marking
from annotator.models import Exam, ExamItem, Purpose, Score, Sitting, SittingState
from annotator.statistics.bootstrap import Resampling, Units, estimated, mean_of_defined, ratios
from annotator.statistics.estimate import Estimate, undefined
from annotator.statistics.scale import Floats

NOBODY = "nobody has finished their first answers"
NO_SEGMENT = "no question has a segment"
Grades = Mapping[int, MarkedGrade]
"""By pair."""


@dataclass(frozen=True, slots=True)
class MarkedSitting:
    """One person's sitting: shares of questions missed and segments found, mean IoU of first and, once passed, of last
    answers, and the median time in seconds that a question was in view.
    """

    sitting: Sitting
    answered: int
    missed: float | None
    found: float | None
    iou: float | None
    final_iou: float | None
    median_s: float | None


@dataclass(frozen=True, slots=True)
class MarkedItem:
    """One question with its answer and the first answers of first sittings."""

    item: ExamItem
    truth: Marking
    answered: int
    missed: int
    found: float | None
    iou: float | None


@dataclass(frozen=True, slots=True)
class MarkedReport:
    """The sittings by pseudonym, means over people's first sittings, the most missed questions first."""

    exam: Exam
    people: list[MarkedSitting]
    takers: int
    missed: Estimate
    found: Estimate
    iou: Estimate
    items: list[MarkedItem]

    @property
    def doubtful(self) -> int:
        """How many questions' truth is marked as doubtful."""
        return sum(row.item.doubtful for row in self.items)


def marked_report(exam: Exam, *, resampling: Resampling = INTERVALS) -> MarkedReport:
    """The report over all sittings whose first answers are complete; dropped questions are in no figure.

    The intervals draw questions together with everybody's answers, as those of the report on grades do.
    """
    grader = grader_of(exam)
    assert isinstance(grader, MarkingGrader)
    items = list(exam_items(exam))
    truths: dict[int, Marking] = grader.truths(exam_items(exam))
    sittings = finished_sittings(exam)
    first, last, shown_s = _grades(exam, sittings, truths, grader)
    people = [_person(one, first[one.pk], last[one.pk], shown_s[one.pk]) for one in sittings]
    cohort = [first[one.pk] for one in sittings if one.number == 1]
    rows = [_item(item, truths[item.pair_id], cohort) for item in items]
    rows.sort(key=lambda row: (-(row.missed / row.answered if row.answered else 0), row.item.pair.number))
    missed, found, iou = _means(cohort, [item.pair_id for item in items], resampling)
    return MarkedReport(exam, people, len(cohort), missed, found, iou, rows)


def _grades(
    exam: Exam, sittings: Sequence[Sitting], truths: Mapping[int, Marking], grader: MarkingGrader
) -> tuple[dict[int, dict[int, MarkedGrade]], dict[int, dict[int, MarkedGrade]], dict[int, list[float]]]:
    """The grades of first and of last answers, and the times in seconds, by sitting."""
    scores = list(
        Score.objects.filter(
            current=True, seat__purpose=Purpose.EXAM, seat__superseded=False, seat__sitting__in=sittings
        )
        .select_related("seat")
        .order_by("seat__sitting", "seat__attempt")
    )
    answers = grader.answers(scores)
    first: dict[int, dict[int, MarkedGrade]] = defaultdict(dict)
    last: dict[int, dict[int, MarkedGrade]] = defaultdict(dict)
    shown_s: dict[int, list[float]] = defaultdict(list)
    for score in scores:
        seat = score.seat
        if seat.pair_id not in truths or seat.sitting_id is None:
            continue
        grade = grade_of(answers[score.pk], truths[seat.pair_id], protocol=grader.protocol)
        last[seat.sitting_id][seat.pair_id] = grade
        if seat.attempt == 1:
            first[seat.sitting_id][seat.pair_id] = grade
            shown_s[seat.sitting_id] += [score.shown_ms / 1000] if score.shown_ms is not None else []
    return first, last, shown_s


def _person(sitting: Sitting, first: Grades, last: Grades, shown_s: Sequence[float]) -> MarkedSitting:
    given = list(first.values())
    return MarkedSitting(
        sitting=sitting,
        answered=len(given),
        missed=missed_share(given),
        found=found_share(given),
        iou=mean_iou(given),
        final_iou=mean_iou(list(last.values())) if sitting.state == SittingState.PASSED else None,
        median_s=median(shown_s) if shown_s else None,
    )


def _item(item: ExamItem, truth: Marking, cohort: Sequence[Grades]) -> MarkedItem:
    given = [grades[item.pair_id] for grades in cohort if item.pair_id in grades]
    missed = sum(grade.missed for grade in given)
    return MarkedItem(item, truth, len(given), missed, found_share(given), mean_iou(given))


def _means(
    cohort: Sequence[Grades], pairs: Sequence[int], resampling: Resampling
) -> tuple[Estimate, Estimate, Estimate]:
    """Means over people of the share missed, the share found and the IoU, with intervals over the questions."""
    if not cohort or not pairs:
        none = undefined(0, NOBODY)
        return none, none, none
    # A row a question: for each person whether they answered, missed, its segments, those found, the IoU.
    rows = [[_cells(grades.get(pair)) for grades in cohort] for pair in pairs]
    units = Units(np.array(rows, dtype=np.float64).reshape(len(pairs), -1), np.ones(len(pairs), dtype=np.int64))

    def share(above: int, below: int, otherwise: str) -> Estimate:
        return estimated(units, _mean(above, below), resampling, otherwise=otherwise)

    return share(1, 0, NOBODY), share(3, 2, NO_SEGMENT), share(4, 0, NOBODY)


def _mean(above: int, below: int) -> Callable[[Floats], Floats]:
    def measure(sums: Floats) -> Floats:
        people = sums.reshape(len(sums), -1, 5)
        return mean_of_defined(ratios(people[..., above], people[..., below]))

    return measure


def _cells(grade: MarkedGrade | None) -> list[float]:
    return [0, 0, 0, 0, 0] if grade is None else [1, grade.missed, grade.segments, grade.found, grade.iou]
