"""Means over people against the truth."""

from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.statistics.against_truth import NO_VARIED_PERSON, mean_kappa_with_truth, mean_misalignment
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.confusion import shared_confusion_table
from annotator.statistics.differences import misalignment
from annotator.statistics.estimate import NO_OVERLAP, SINGLE_UNIT
from annotator.statistics.kappa import CONSTANT_SIDES, Weighting, cohen_kappa
from tests.annotator.statistics.tables import FEW, POINT_ONLY, slow_kappa

weightings = st.sampled_from(Weighting)
levels = st.integers(0, 4)
answers = st.dictionaries(st.integers(0, 6), levels, max_size=7)
cohorts = st.lists(answers, max_size=4)


def couples(person: dict[int, int], truth: dict[int, int]) -> list[tuple[int, int]]:
    return [(score, truth[unit]) for unit, score in person.items() if unit in truth]


def about(values: list[float], units: int) -> object:
    return pytest.approx(mean(values), abs=1e-12) if values and units > 1 else None


@settings(max_examples=60)
@given(cohorts, answers, weightings)
def test_the_mean_kappa_is_over_everybody_who_has_one(people, truth, weighting) -> None:
    kappas = [slow_kappa(met, weighting) for met in (couples(person, truth) for person in people) if met]
    units = len({unit for person in people for unit in person if unit in truth})
    found = mean_kappa_with_truth(people, truth, weighting, resampling=FEW)
    assert found.value == about([kappa for kappa in kappas if kappa is not None], units)
    assert found.n == units


@settings(max_examples=60)
@given(cohorts, answers, st.integers(0, 3))
def test_the_mean_misalignment_weighs_everybody_the_same(people, truth, tolerance) -> None:
    met = [row for row in (couples(person, truth) for person in people) if row]
    shares = [mean(abs(score - true) > tolerance for score, true in row) for row in met]
    units = len({unit for person in people for unit in person if unit in truth})
    assert mean_misalignment(people, truth, tolerance, resampling=FEW).value == about(shares, units)


def test_the_mean_of_one_person_is_theirs_with_an_interval_of_the_same_width() -> None:
    person, truth = {unit: unit * 2 % 5 for unit in range(60)}, {unit: unit % 5 for unit in range(60)}
    resampling = Resampling(4000, seed=3)
    table = shared_confusion_table(person, truth)
    for found, single in (
        (mean_kappa_with_truth([person], truth, resampling=resampling), cohen_kappa(table, resampling=resampling)),
        (mean_misalignment([person], truth, 1, resampling=resampling), misalignment(table, 1, resampling=resampling)),
    ):
        assert (found.value, found.n) == (pytest.approx(single.value, abs=1e-12), 60)
        assert (found.low, found.high) == (pytest.approx(single.low, abs=0.03), pytest.approx(single.high, abs=0.03))


@pytest.mark.parametrize("people", [[dict.fromkeys(range(6), 2)], [dict.fromkeys(range(6), 2)] * 2])
def test_the_mean_of_constant_answers_is_zero_without_an_interval(people) -> None:
    truth = {unit: unit % 3 for unit in range(6)}
    found = mean_kappa_with_truth(people, truth, Weighting.QUADRATIC)
    assert (found.value, found.low, found.high, found.n, found.reason) == (0, None, None, 6, CONSTANT_SIDES)
    varied = mean_kappa_with_truth([*people, {**truth, 0: 4}], truth)
    assert varied.value > 0
    assert varied.low < varied.high


@pytest.mark.parametrize(
    ("people", "truth", "reason"),
    [
        ([], {1: 2}, NO_OVERLAP),
        ([{}], {1: 2}, NO_OVERLAP),
        ([{1: 2}], {}, NO_OVERLAP),
        ([{1: 2}, {1: 3}], {1: 2}, SINGLE_UNIT),
        ([{1: 2, 2: 2}], {1: 2, 2: 2}, NO_VARIED_PERSON),
    ],
)
def test_what_has_no_mean_says_why(people, truth, reason) -> None:
    found = mean_kappa_with_truth(people, truth, resampling=POINT_ONLY)
    assert (found.value, found.low, found.high, found.reason) == (None, None, None, reason)


def test_a_score_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 4, got 5"):
        mean_kappa_with_truth([{1: 5}], {1: 2})
