"""The exam report (R11): everybody's sittings, the cohort, and the pairs, read in a fixed number of SQL queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from annotator.exam.figures import (
    Answered,
    CohortFigures,
    ItemFigures,
    PersonFigures,
    cohort_figures,
    item_figures,
    person_figures,
)
from annotator.exam.selectors.exams import exam_items
from annotator.models import Exam, ExamItem, Purpose, Score, Sitting, SittingState, graded
from annotator.statistics.bootstrap import Resampling

INTERVALS = Resampling(resamples=1000)


@dataclass(frozen=True, slots=True)
class SittingFigures:
    """One person's sitting with its figures."""

    sitting: Sitting
    figures: PersonFigures


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One pair of the exam with the figures of the cohort's first answers."""

    item: ExamItem
    figures: ItemFigures


@dataclass(frozen=True, slots=True)
class ExamReport:
    """The sittings by pseudonym, the cohort of first sittings, the pairs that split people most first."""

    exam: Exam
    people: list[SittingFigures]
    cohort: CohortFigures
    items: list[ItemRow]

    @property
    def doubtful(self) -> int:
        """How many pairs' truth is marked doubtful."""
        return sum(row.item.doubtful for row in self.items)


def exam_report(exam: Exam, *, resampling: Resampling = INTERVALS) -> ExamReport:
    """The report over all sittings whose first answers are complete.

    Dropped pairs are in no figure. The cohort has everybody's first sitting of the exam; a later one has its own
    row and counts for no mean, because people learn from a sitting. A sitting that ended because the exam was closed
    has the answers that were given.
    """
    items, scale = list(exam_items(exam)), exam.campaign.scale
    truth = {item.pair_id: item.truth for item in items if item.truth is not None}
    sittings = finished_sittings(exam)
    answered = _answered(exam, sittings, {item.pair_id for item in items})
    people = [
        SittingFigures(
            one,
            person_figures(answered[one.pk], truth, tolerance=exam.tolerance, scale=scale, resampling=resampling),
        )
        for one in sittings
    ]
    cohort = [answered[one.pk] for one in sittings if one.number == 1]
    rows = [
        ItemRow(item, item_figures(cohort, item.pair_id, item.truth, tolerance=exam.tolerance, scale=scale))
        for item in items
    ]
    rows.sort(key=lambda row: (-(row.figures.spread or 0.0), row.item.pair.number))
    figures = cohort_figures(cohort, truth, tolerance=exam.tolerance, scale=scale, resampling=resampling)
    return ExamReport(exam, people, figures, rows)


def finished_sittings(exam: Exam) -> list[Sitting]:
    """The exam's sittings whose first answers are complete, by pseudonym and number."""
    finished = exam.sittings.exclude(first_done_at=None).select_related("member__user")
    return list(finished.order_by("member__pseudonym", "number"))


def _answered(exam: Exam, sittings: list[Sitting], pairs: set[int]) -> dict[int, Answered]:
    """Each sitting's answers, by the sitting's primary key; one SQL query."""
    scores = Score.objects.filter(
        current=True, seat__purpose=Purpose.EXAM, seat__superseded=False, seat__sitting__in=sittings
    )
    rows = scores.order_by("seat__sitting", "seat__attempt").values_list(
        "seat__sitting", "seat__pair", "seat__attempt", "relevance", "shown_ms"
    )
    first: dict[int | None, dict[int, int]] = defaultdict(dict)
    last: dict[int | None, dict[int, int]] = defaultdict(dict)
    shown_s: dict[int | None, list[float]] = defaultdict(list)
    for sitting, pair, attempt, relevance, shown_ms in rows:
        if pair in pairs:
            last[sitting][pair] = graded(relevance)
            if attempt == 1:
                first[sitting][pair] = graded(relevance)
                shown_s[sitting] += [shown_ms / 1000] if shown_ms is not None else []
    return {
        one.pk: Answered(first[one.pk], last[one.pk] if one.state == SittingState.PASSED else None, shown_s[one.pk])
        for one in sittings
    }
