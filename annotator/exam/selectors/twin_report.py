"""The exam report in a twins campaign (R11): everybody's sittings, the cohort by case, and the clips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from annotator.exam.selectors.exams import exam_items
from annotator.exam.selectors.graders import grader_of
from annotator.exam.selectors.report import INTERVALS, finished_sittings
from annotator.exam.twin_bar import CaseMisses, Judged, missed_share, misses_by_case
from annotator.models import Exam, ExamItem, Purpose, Score, Sitting
from annotator.statistics.bootstrap import Resampling, Units, estimated, mean_of_defined, ratios
from annotator.statistics.estimate import Estimate, undefined
from annotator.statistics.scale import Floats
from annotator.twins.answers import KnownCase

NOBODY = "nobody has finished their first answers"
Answers = Mapping[int, Judged]
"""By pair."""


@dataclass(frozen=True, slots=True)
class TwinSitting:
    """One person's sitting: the share of clips missed by first answers, in all and by case, and the median seconds."""

    sitting: Sitting
    answered: int
    missed: float | None
    cases: list[CaseMisses]
    median_s: float | None


@dataclass(frozen=True, slots=True)
class TwinItem:
    """One clip with its case, and how many first answers of first sittings there are and missed it."""

    item: ExamItem
    case: KnownCase
    answered: int
    missed: int


@dataclass(frozen=True, slots=True)
class TwinReport:
    """The sittings by pseudonym, means over people's first sittings in all and by case, the most missed clips first."""

    exam: Exam
    people: list[TwinSitting]
    takers: int
    missed: Estimate
    cases: list[tuple[KnownCase, Estimate]]
    items: list[TwinItem]

    @property
    def doubtful(self) -> int:
        """How many clips' truth is marked as doubtful."""
        return sum(row.item.doubtful for row in self.items)


def twin_report(exam: Exam, *, resampling: Resampling = INTERVALS) -> TwinReport:
    """The report over all sittings whose first answers are complete; dropped clips are in no figure.

    The intervals draw clips together with everybody's answers, as those of the report on grades do.
    """
    truths: dict[int, KnownCase] = grader_of(exam).truths(exam_items(exam))
    items = [item for item in exam_items(exam) if item.pair_id in truths]
    sittings = finished_sittings(exam)
    first, shown_s = _first_answers(exam, sittings, truths)
    people = [_person(one, first[one.pk], shown_s[one.pk]) for one in sittings]
    cohort = [first[one.pk] for one in sittings if one.number == 1]
    rows = [_item(item, truths[item.pair_id], cohort) for item in items]
    rows.sort(key=lambda row: (-(row.missed / row.answered if row.answered else 0), row.item.pair.number))
    cases = [
        (case, _mean_missed(cohort, [pair for pair, truth in truths.items() if truth is case], resampling))
        for case in KnownCase
    ]
    return TwinReport(exam, people, len(cohort), _mean_missed(cohort, list(truths), resampling), cases, rows)


def _first_answers(
    exam: Exam, sittings: Sequence[Sitting], truths: Mapping[int, KnownCase]
) -> tuple[dict[int, dict[int, Judged]], dict[int, list[float]]]:
    """The first answers with their truth, and the times in seconds, by sitting."""
    scores = list(
        Score.objects.filter(
            current=True,
            seat__purpose=Purpose.EXAM,
            seat__superseded=False,
            seat__attempt=1,
            seat__sitting__in=sittings,
            seat__pair__in=list(truths),
        ).select_related("seat")
    )
    answers = grader_of(exam).answers(scores)
    first: dict[int, dict[int, Judged]] = defaultdict(dict)
    shown_s: dict[int, list[float]] = defaultdict(list)
    for score in scores:
        sitting, pair = score.seat.sitting_id or 0, score.seat.pair_id
        first[sitting][pair] = answers[score.pk], truths[pair]
        shown_s[sitting] += [score.shown_ms / 1000] if score.shown_ms is not None else []
    return first, shown_s


def _person(sitting: Sitting, first: Answers, shown_s: Sequence[float]) -> TwinSitting:
    given = list(first.values())
    seconds = median(shown_s) if shown_s else None
    return TwinSitting(sitting, len(given), missed_share(given), misses_by_case(given), seconds)


def _item(item: ExamItem, case: KnownCase, cohort: Sequence[Answers]) -> TwinItem:
    given = [answers[item.pair_id] for answers in cohort if item.pair_id in answers]
    return TwinItem(item, case, len(given), sum(answer is not truth for answer, truth in given))


def _mean_missed(cohort: Sequence[Answers], pairs: Sequence[int], resampling: Resampling) -> Estimate:
    """The mean over people of the share missed, with an interval over the clips."""
    if not cohort or not pairs:
        return undefined(0, NOBODY)
    rows = [[_cells(answers.get(pair)) for answers in cohort] for pair in pairs]
    units = Units(np.array(rows, dtype=np.float64).reshape(len(pairs), -1), np.ones(len(pairs), dtype=np.int64))

    def measure(sums: Floats) -> Floats:
        people = sums.reshape(len(sums), -1, 2)
        return mean_of_defined(ratios(people[..., 1], people[..., 0]))

    return estimated(units, measure, resampling, otherwise=NOBODY)


def _cells(given: Judged | None) -> list[float]:
    return [0, 0] if given is None else [1, given[0] is not given[1]]
