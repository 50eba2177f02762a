"""How the judges of clips agree."""

from __future__ import annotations

import pytest
from sklearn.metrics import cohen_kappa_score

from annotator.statistics.bootstrap import Resampling
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.twins.agreement import (
    GivenJudgement,
    JudgedClip,
    JudgedWays,
    answers_met,
    judged_ways,
    judges_agreement,
)

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


FORWARD_UNREAL = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.FORWARD)


def clip(*answers: JudgementAnswer) -> JudgedClip:
    return JudgedClip(1, tuple(GivenJudgement(f"w{place}", answer) for place, answer in enumerate(answers)))


def test_ways_say_who_decided_each_clip_and_who_is_still_to_decide() -> None:
    ways = judged_ways(
        [
            *[clip(TWINS, MOVED)] * 5,
            *[clip(TWINS, NO, NO)] * 2,
            clip(FORWARD_UNREAL, FORWARD_UNREAL),
            clip(TWINS, SINGLE, NO),
            clip(TWINS, NO),
        ]
    )
    assert ways == JudgedWays(at_once=5, by_third=2, lead_after_two=1, lead_after_three=1, waiting=1)
    assert (ways.clips, ways.third_share.value, ways.lead_share.value) == (10, 4 / 10, 2 / 9)


def test_answers_that_met_are_counted_whoever_gave_which() -> None:
    values = tuple(Criterion)
    couples = [
        (Criterion.STATE, Criterion.ACTIVITY),
        (Criterion.ACTIVITY, Criterion.STATE),
        (Criterion.STATE, Criterion.STATE),
    ]
    assert answers_met(couples, values) == [
        [0, 0, 2, 0],
        [None, 0, 0, 0],
        [None, None, 1, 0],
        [None, None, None, 0],
    ]


@pytest.mark.parametrize("count", [1, 4])
def test_a_clip_has_two_or_three_judgements(count: int) -> None:
    with pytest.raises(ValueError, match=f"^clip 1: expected two or three judgements, got {count}$"):
        clip(*[NO] * count)
