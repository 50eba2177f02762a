"""How the judges of clips agree: the first two on what they are asked, and how often a third or a lead is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
from consensus.twins.judging import MOST_JUDGES, JudgementOutcome, outcome_of, rule_on_judgements

Couple = tuple[JudgementAnswer, JudgementAnswer]
Value = TypeVar("Value", bound=StrEnum)
OUTCOMES = (JudgementOutcome.TWINS, JudgementOutcome.SINGLE, JudgementOutcome.DROPPED, JudgementOutcome.LEAD)


@dataclass(frozen=True, slots=True)
class GivenJudgement:
    """One person's judgement, and when they gave it, in milliseconds since 1970."""

    worker: str
    answer: JudgementAnswer
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class JudgedClip:
    """A clip with the judgements of its first two judges, in the order of their seats, and of a third if there is one.

    Raises ValueError for another number of judgements.
    """

    clip: int
    given: tuple[GivenJudgement, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.given) <= MOST_JUDGES:
            raise ValueError(f"clip {self.clip}: expected two or three judgements, got {len(self.given)}")

    @property
    def couple(self) -> Couple:
        """What the first two said."""
        return self.given[0].answer, self.given[1].answer

    @property
    def outcomes(self) -> tuple[JudgementOutcome, JudgementOutcome]:
        """What follows from the judgement of each of the first two."""
        one, other = self.couple
        return outcome_of(one), outcome_of(other)


@dataclass(frozen=True, slots=True)
class JudgedWays:
    """How clips were decided: by the first two, by a third annotator, by a lead after two or three; or not yet.

    A clip is `waiting` if the first two differ and no third annotator has judged it.
    """

    at_once: int
    by_third: int
    lead_after_two: int
    lead_after_three: int
    waiting: int

    @property
    def clips(self) -> int:
        """All of them."""
        return self.at_once + self.by_third + self.for_lead + self.waiting

    @property
    def for_lead(self) -> int:
        """Those that the rules left to the lead."""
        return self.lead_after_two + self.lead_after_three

    @property
    def third_share(self) -> Estimate:
        """The share of clips that need a third annotator."""
        return share_of(self.by_third + self.lead_after_three + self.waiting, self.clips)

    @property
    def lead_share(self) -> Estimate:
        """The share left to the lead, of clips that do not wait for a third annotator."""
        return share_of(self.for_lead, self.clips - self.waiting)


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


def judged_ways(clips: Iterable[JudgedClip]) -> JudgedWays:
    """How often T2 decided with two people, with a third, or left the clip to the lead."""
    found = Counter((rule_on_judgements([one.answer for one in clip.given]).outcome, len(clip.given)) for clip in clips)
    left, waiting = JudgementOutcome.LEAD, JudgementOutcome.THIRD
    decided = {size: sum(found[outcome, size] for outcome in OUTCOMES if outcome is not left) for size in (2, 3)}
    return JudgedWays(decided[2], decided[3], found[left, 2], found[left, 3], found[waiting, 2])


def answers_met(couples: Iterable[tuple[Value, Value]], values: Sequence[Value]) -> list[list[int | None]]:
    """How often which two answers met, whoever gave which: rows and columns are `values`, None below the diagonal."""
    met = Counter(tuple(sorted(map(values.index, couple))) for couple in couples)
    places = range(len(values))
    return [[met[row, column] if row <= column else None for column in places] for row in places]


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
