"""How the first two judges of clips agree: on whether time matters, on what looks unreal, and on what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.bootstrap import STANDARD, Resampling
from annotator.statistics.confusion import confusion_table
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import cohen_kappa
from annotator.statistics.ratings import ratings_of
from annotator.statistics.shares import share_of
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.twins.judging import JudgementOutcome, outcome_of

Couple = tuple[JudgementAnswer, JudgementAnswer]
Value = TypeVar("Value", bound=StrEnum)
OUTCOMES = (JudgementOutcome.TWINS, JudgementOutcome.SINGLE, JudgementOutcome.DROPPED, JudgementOutcome.LEAD)


@dataclass(frozen=True, slots=True)
class QuestionAgreement:
    """Agreement on one question: the share of equal answers, Cohen's kappa and Krippendorff's nominal alpha."""

    equal: Estimate
    kappa: Estimate
    alpha: Estimate


@dataclass(frozen=True, slots=True)
class JudgesAgreement:
    """Agreement on both judgements, on the criterion and on the outcome.

    `unreal` and `criterion` are of the clips in which both found that time matters: only there both were asked.
    """

    temporal: QuestionAgreement
    unreal: QuestionAgreement
    criterion: QuestionAgreement
    outcome: QuestionAgreement


def judges_agreement(couples: Sequence[Couple], *, resampling: Resampling = STANDARD) -> JudgesAgreement:
    """The agreement of the first two judges of each clip, in the order of their seats.

    A third judge is left out: they see only clips on which two disagreed.
    """
    both = [(one, other) for one, other in couples if one.temporal and other.temporal]
    unreal = [(one.unreal, other.unreal) for one, other in both if one.unreal and other.unreal]
    criterion = [(one.criterion, other.criterion) for one, other in both if one.criterion and other.criterion]
    return JudgesAgreement(
        temporal=_agreement([(int(one.temporal), int(other.temporal)) for one, other in couples], 2, resampling),
        unreal=_agreement(_placed(unreal, tuple(Unreal)), len(Unreal), resampling),
        criterion=_agreement(_placed(criterion, tuple(Criterion)), len(Criterion), resampling),
        outcome=_agreement(
            _placed([(outcome_of(one), outcome_of(other)) for one, other in couples], OUTCOMES),
            len(OUTCOMES),
            resampling,
        ),
    )


def _placed(couples: Sequence[tuple[Value, Value]], values: Sequence[Value]) -> list[tuple[int, int]]:
    return [(values.index(one), values.index(other)) for one, other in couples]


def _agreement(couples: Sequence[tuple[int, int]], values: int, resampling: Resampling) -> QuestionAgreement:
    """Answers are names, so that every disagreement is as large as any other."""
    scale = range(values)
    first, second = [one for one, _ in couples], [other for _, other in couples]
    rows = ((clip, judge, value) for clip, couple in enumerate(couples) for judge, value in enumerate(couple))
    return QuestionAgreement(
        share_of(sum(one == other for one, other in couples), len(couples)),
        cohen_kappa(confusion_table(second, first, scale=scale), resampling=resampling),
        krippendorff_alpha(ratings_of(rows, scale=scale), MeasurementLevel.NOMINAL, resampling=resampling),
    )
