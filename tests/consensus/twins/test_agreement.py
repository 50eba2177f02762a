"""How the first two judges of clips agree."""

from __future__ import annotations

import pytest
from sklearn.metrics import cohen_kappa_score

from annotator.statistics.bootstrap import Resampling
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.twins.agreement import judges_agreement

NO = JudgementAnswer(temporal=False)
TWINS = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.NEITHER)
MOVED = JudgementAnswer(temporal=True, criterion=Criterion.POSITION, unreal=Unreal.NEITHER)
SINGLE = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.BACKWARD)
COUPLES = (
    [(TWINS, TWINS)] * 12 + [(SINGLE, SINGLE)] * 4 + [(NO, NO)] * 6 + [(TWINS, NO), (SINGLE, TWINS), (MOVED, TWINS)]
)
POINT = Resampling(resamples=0)


def test_kappa_of_every_question_is_that_of_scikit_learn() -> None:
    found = judges_agreement(COUPLES, resampling=POINT)
    both = [couple for couple in COUPLES if all(one.temporal for one in couple)]
    columns = [
        (found.temporal, [(one.temporal, other.temporal) for one, other in COUPLES]),
        (found.unreal, [(str(one.unreal), str(other.unreal)) for one, other in both]),
        (found.criterion, [(str(one.criterion), str(other.criterion)) for one, other in both]),
        (found.outcome, [(str(one.unreal), str(other.unreal)) for one, other in COUPLES]),
    ]
    for agreement, couples in columns:
        first, second = zip(*couples, strict=True)
        assert agreement.kappa.value == pytest.approx(cohen_kappa_score(first, second))
        assert agreement.equal.value == sum(one == other for one, other in couples) / len(couples)


def test_alpha_of_two_judges_follows_its_definition() -> None:
    # 25 clips: 18 twice yes, 6 twice no, 1 of each: 37 yes and 13 no among 50 answers.
    found = judges_agreement(COUPLES, resampling=POINT).temporal
    assert found.alpha.value == pytest.approx(1 - (2 / 50) / (2 * 37 * 13 / (50 * 49)))


def test_what_only_one_judge_was_asked_is_left_out() -> None:
    found = judges_agreement(COUPLES, resampling=POINT)
    assert (found.temporal.equal.n, found.unreal.equal.n, found.criterion.equal.n) == (25, 18, 18)


def test_nothing_has_no_agreement_and_says_so() -> None:
    found = judges_agreement([])
    assert (found.temporal.kappa.value, found.temporal.kappa.reason) == (None, "no unit was scored by two raters")
    assert found.outcome.alpha.value is None
