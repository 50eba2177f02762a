"""The figures of the exam report (R11), computed only from answers and truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import median

from annotator.statistics.against_truth import mean_kappa_with_truth, mean_misalignment
from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.bootstrap import STANDARD, Resampling
from annotator.statistics.confusion import ConfusionTable, shared_confusion_table
from annotator.statistics.differences import mean_difference, mean_signed_difference, misalignment
from annotator.statistics.estimate import Estimate, undefined
from annotator.statistics.kappa import Weighting, cohen_kappa
from annotator.statistics.pairwise import mean_pairwise_kappa
from annotator.statistics.ratings import Ratings, ratings_of
from evaluation.scale import SCALE, Scale

Scores = Mapping[int, int]
"""From item to relevance."""

Rows = tuple[tuple[int, int], ...]

BOTH = (Weighting.UNWEIGHTED, Weighting.QUADRATIC)
MOST_IN_COUPLES = 30
TOO_MANY_COUPLES = f"no interval: with more than {MOST_IN_COUPLES} people, resampling every pair of them takes too long"
NOT_PASSED = "no final answers: the sitting was not passed"


@dataclass(frozen=True, slots=True)
class Answered:
    """One sitting with all its first answers: these, the last ones if it was passed, and how long clips were shown."""

    first: Scores
    final: Scores | None
    shown_s: Sequence[float]


@dataclass(frozen=True, slots=True)
class Kappas:
    """One kappa in the two weightings of R11."""

    unweighted: Estimate
    quadratic: Estimate


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """How one person's answers lie to the truth; `median_s` is the median time that a clip was shown."""

    answered: int
    misalignment: Estimate
    severity: Estimate
    first: Kappas
    final: Kappas
    confusion: ConfusionTable
    median_s: float | None


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """How a cohort's first, or final, answers agree: with the truth and with each other."""

    people: int
    with_truth: Kappas
    pairwise: Kappas
    alphas: Mapping[MeasurementLevel, Estimate]


@dataclass(frozen=True, slots=True)
class CohortFigures:
    """The means over a cohort."""

    misalignment: Estimate
    first: AnswerFigures
    final: AnswerFigures


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """The first answers to one pair: how many of each level, how far apart, and how many missed the truth."""

    counts: tuple[int, ...]
    spread: float | None
    missed: int | None

    @property
    def answered(self) -> int:
        """How many people answered."""
        return sum(self.counts)

    @property
    def missed_share(self) -> float | None:
        """The share (0 to 1) of them that missed the truth."""
        return None if self.missed is None or not self.answered else self.missed / self.answered


def person_figures(
    answered: Answered, truth: Scores, *, tolerance: int, scale: Scale = SCALE, resampling: Resampling = STANDARD
) -> PersonFigures:
    """One person's figures; a figure that lacks a truth or final answers gives that as its reason."""
    table = shared_confusion_table(answered.first, truth, scale=scale.levels)
    last = None if answered.final is None else shared_confusion_table(answered.final, truth, scale=scale.levels)
    missed, severity, first, final = _of_tables(table, last, tolerance, resampling)
    return PersonFigures(
        answered=len(answered.first),
        misalignment=missed,
        severity=severity,
        first=first,
        final=final,
        confusion=table,
        median_s=median(answered.shown_s) if answered.shown_s else None,
    )


@lru_cache(maxsize=2000)
def _of_tables(
    first: ConfusionTable, last: ConfusionTable | None, tolerance: int, resampling: Resampling
) -> tuple[Estimate, Estimate, Kappas, Kappas]:
    """What takes long, kept: a page that is turned asks for all of it again."""
    none = undefined(0, NOT_PASSED)
    return (
        misalignment(first, tolerance, resampling=resampling),
        mean_signed_difference(first, resampling=resampling),
        _kappas(first, resampling),
        _kappas(last, resampling) if last else Kappas(none, none),
    )


def cohort_figures(
    cohort: Sequence[Answered],
    truth: Scores,
    *,
    tolerance: int,
    scale: Scale = SCALE,
    resampling: Resampling = STANDARD,
) -> CohortFigures:
    """The figures of a cohort with one sitting a person; final answers are of those who passed."""
    first = tuple(tuple(answered.first.items()) for answered in cohort)
    final = tuple(tuple(answered.final.items()) for answered in cohort if answered.final is not None)
    return _cohort_figures(first, final, tuple(truth.items()), tolerance, scale, resampling)


@lru_cache(maxsize=4)
def _cohort_figures(
    first: tuple[Rows, ...], final: tuple[Rows, ...], truth: Rows, tolerance: int, scale: Scale, resampling: Resampling
) -> CohortFigures:
    given = [dict(rows) for rows in first]
    truths = dict(truth)
    return CohortFigures(
        misalignment=mean_misalignment(given, truths, tolerance, scale=scale.levels, resampling=resampling),
        first=_answer_figures(given, truths, scale, resampling),
        final=_answer_figures([dict(rows) for rows in final], truths, scale, resampling),
    )


def item_figures(
    cohort: Sequence[Answered], item: int, truth: int | None, *, tolerance: int, scale: Scale = SCALE
) -> ItemFigures:
    """The figures of one item's first answers; `missed` is None without a truth."""
    given = [answered.first[item] for answered in cohort if item in answered.first]
    counts = tuple(given.count(level) for level in scale.levels)
    missed = None if truth is None else sum(abs(score - truth) > tolerance for score in given)
    return ItemFigures(counts, mean_difference(counts), missed)


def _kappas(table: ConfusionTable, resampling: Resampling) -> Kappas:
    return Kappas(*(cohen_kappa(table, each, resampling=resampling) for each in BOTH))


def _answer_figures(given: Sequence[Scores], truth: Scores, scale: Scale, resampling: Resampling) -> AnswerFigures:
    rows = ((item, person, score) for person, scores in enumerate(given) for item, score in scores.items())
    ratings = ratings_of(rows, scale=scale.levels)
    with_truth = Kappas(
        *(mean_kappa_with_truth(given, truth, each, scale=scale.levels, resampling=resampling) for each in BOTH)
    )
    pairwise = Kappas(*(_mean_pairwise(ratings, each, resampling) for each in BOTH))
    alphas = {level: krippendorff_alpha(ratings, level, resampling=resampling) for level in MeasurementLevel}
    return AnswerFigures(len(given), with_truth, pairwise, alphas)


def _mean_pairwise(ratings: Ratings[int], weighting: Weighting, resampling: Resampling) -> Estimate:
    if len(ratings.raters) <= MOST_IN_COUPLES:
        return mean_pairwise_kappa(ratings, weighting, resampling=resampling)
    mean = mean_pairwise_kappa(ratings, weighting, resampling=replace(resampling, resamples=0))
    return mean if mean.value is None else replace(mean, reason=TOO_MANY_COUPLES)
