"""How the answers of an exam are read and graded, by the kind of its campaign: two small classes, and a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from annotator.exam.grading import bar_failure, is_miss, misalignment, truth_kappa
from annotator.exam.marked_bar import found_share, grade_of, marked_failure, mean_iou, missed_share
from annotator.exam.selectors.references import known_answers
from annotator.exam.twin_bar import in_turn, missing_cases, twin_failure
from annotator.exam.twin_bar import missed_share as clips_missed
from annotator.marking.segments import Marking
from annotator.models import Exam, ExamItem, Judgement, Score, graded
from annotator.scoring.selectors.answers import stored_answers
from annotator.scoring.selectors.twins import judgement_of
from annotator.twins.answers import KnownCase, case_of
from moments.models import CampaignKind

Given = tuple[Any, Any]
"""An answer and its truth: two levels of relevance, two markings, or two cases of clips."""


@dataclass(frozen=True, slots=True)
class AnswersGraded:
    """How answers lie to the truth: the share that missed it, quadratic kappa; of markings found share and mean IoU.

    What has no meaning in the kind of campaign, or is not defined, is None.
    """

    answers: int
    misalignment: float
    kappa: float | None = None
    found: float | None = None
    iou: float | None = None


class RelevanceGrader:
    """Grades levels of relevance: a miss lies further from the truth than the exam's tolerance."""

    def __init__(self, exam: Exam) -> None:
        self.exam = exam

    def truths(self, items: QuerySet[ExamItem]) -> dict[int, Any]:
        """The truth of each item's pair (by primary key) that has one."""
        return {pair: truth for pair, truth in items.values_list("pair", "truth") if truth is not None}

    def without_truth(self, items: QuerySet[ExamItem]) -> QuerySet[ExamItem]:
        """The items that answers cannot be compared with."""
        return items.filter(truth=None)

    def answers(self, scores: Iterable[Score]) -> dict[int, Any]:
        """What each of the scores says, by primary key."""
        return {score.pk: graded(score.relevance) for score in scores}

    def is_miss(self, answer: Any, truth: Any) -> bool:
        """Whether the answer has to be given again."""
        return is_miss(answer, truth, self.exam.tolerance)

    def failure(self, given: Sequence[Given]) -> str:
        """Why the first answers fail the exam's bar; empty if they pass it."""
        exam = self.exam
        return bar_failure(
            [answer for answer, _ in given],
            [truth for _, truth in given],
            tolerance=exam.tolerance,
            most_misalignment=exam.most_misalignment,
            least_kappa=exam.least_kappa,
            scale=exam.campaign.scale,
        )

    def figures(self, given: Sequence[Given]) -> AnswersGraded | None:
        """How the answers lie to their truths; None without answers."""
        answers, truths = [answer for answer, _ in given], [truth for _, truth in given]
        share = misalignment(answers, truths, self.exam.tolerance)
        kappa = truth_kappa(answers, truths, self.exam.campaign.scale)
        return None if share is None else AnswersGraded(len(given), share, kappa=kappa)

    def lacks(self, items: Sequence[ExamItem]) -> str:
        """What an exam of these items lacks, so that nobody can take it; empty if nothing."""
        return ""

    def turns(self, items: Sequence[ExamItem]) -> list[int]:
        """The turn of each item, in their order: a sitting has those first whose turn comes first."""
        return [0] * len(items)


class MarkingGrader(RelevanceGrader):
    """Grades markings: a miss is an answer that does not agree with the truth on everything (M2)."""

    def __init__(self, exam: Exam) -> None:
        super().__init__(exam)
        assert exam.protocol is not None  # the database lets no exam of such a campaign be without
        self.protocol = exam.protocol.marking.protocol

    def truths(self, items: QuerySet[ExamItem]) -> dict[int, Any]:
        """The truth of each item's pair."""
        return dict(known_answers(items.values_list("pair", flat=True)))

    def without_truth(self, items: QuerySet[ExamItem]) -> QuerySet[ExamItem]:
        """The items that answers cannot be compared with."""
        return items.filter(pair__reference=None)

    def answers(self, scores: Iterable[Score]) -> dict[int, Any]:
        """What each of the scores says, in three SQL queries."""
        stored = stored_answers(score.pk for score in scores)
        return {score: Marking(answer.segments) for score, answer in stored.items()}

    def is_miss(self, answer: Any, truth: Any) -> bool:
        """Whether the answer has to be given again."""
        return grade_of(answer, truth, protocol=self.protocol).missed

    def failure(self, given: Sequence[Given]) -> str:
        """Why the first answers fail the exam's bar; empty if they pass it."""
        exam = self.exam
        return marked_failure(
            [grade_of(answer, truth, protocol=self.protocol) for answer, truth in given],
            most_misalignment=exam.most_misalignment,
            least_found=exam.least_found,
            least_iou=exam.least_iou,
        )

    def figures(self, given: Sequence[Given]) -> AnswersGraded | None:
        """How the answers lie to their truths; None without answers."""
        grades = [grade_of(answer, truth, protocol=self.protocol) for answer, truth in given]
        share = missed_share(grades)
        return (
            None
            if share is None
            else AnswersGraded(len(grades), share, found=found_share(grades), iou=mean_iou(grades))
        )


class JudgementGrader(RelevanceGrader):
    """Grades judgements of clips: a miss leads to another case than the clip's (T1)."""

    def truths(self, items: QuerySet[ExamItem]) -> dict[int, Any]:
        """The case of each item's pair that has one."""
        return {pair: KnownCase(case) for pair, case in items.values_list("pair", "known_case") if case}

    def without_truth(self, items: QuerySet[ExamItem]) -> QuerySet[ExamItem]:
        """The items whose case is not known."""
        return items.filter(known_case="")

    def answers(self, scores: Iterable[Score]) -> dict[int, Any]:
        """What follows from each of the scores, in one SQL query; None if the forward clip looks unreal to somebody."""
        given = Judgement.objects.filter(pk__in=[score.pk for score in scores])
        return {one.pk: case_of(judgement_of(one)) for one in given}

    def is_miss(self, answer: Any, truth: Any) -> bool:
        """Whether the answer has to be given again."""
        return answer is not truth

    def failure(self, given: Sequence[Given]) -> str:
        """Why the first answers fail the exam's bar; empty if they pass it."""
        exam = self.exam
        return twin_failure(
            given, most_misalignment=exam.most_misalignment, most_case_misalignment=exam.most_case_misalignment
        )

    def figures(self, given: Sequence[Given]) -> AnswersGraded | None:
        """How the answers lie to their truths; None without answers."""
        share = clips_missed(given)
        return None if share is None else AnswersGraded(len(given), share)

    def lacks(self, items: Sequence[ExamItem]) -> str:
        """An exam needs clips of all three cases."""
        missing = missing_cases([KnownCase(item.known_case) for item in items if item.known_case])
        return f"the exam needs clips of all three cases; there is none of the case {missing[0]}" if missing else ""

    def turns(self, items: Sequence[ExamItem]) -> list[int]:
        """A sitting of few clips has some of each case."""
        return in_turn([KnownCase(item.known_case) for item in items])


GRADERS: dict[CampaignKind, type[RelevanceGrader]] = {
    CampaignKind.GRADE: RelevanceGrader,
    CampaignKind.MARK: MarkingGrader,
    CampaignKind.TWIN: JudgementGrader,
}


def grader_of(exam: Exam) -> RelevanceGrader:
    """The one of the kind of the exam's campaign."""
    return GRADERS[CampaignKind(exam.campaign.kind)](exam)
