"""The figures of the exam report, on answers small enough to work by hand."""

from dataclasses import replace

import pytest

from annotator.exam.figures import (
    MOST_IN_COUPLES,
    NOT_PASSED,
    TOO_MANY_COUPLES,
    Answered,
    cohort_figures,
    item_figures,
    person_figures,
)
from annotator.statistics.alpha import MeasurementLevel
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.estimate import NO_OVERLAP

POINT_ONLY = Resampling(0)
TRUTH = {1: 0, 2: 2, 3: 4, 4: 2}
ANNA = Answered({1: 0, 2: 2, 3: 1, 4: 3}, {1: 0, 2: 2, 3: 4, 4: 3}, [2.0, 9.0, 4.0])
BEN = Answered({1: 2, 2: 2, 3: 4, 4: 2}, None, [])


def test_a_persons_figures_are_those_worked_by_hand() -> None:
    found = person_figures(ANNA, TRUTH, tolerance=1, resampling=POINT_ONLY)
    assert (found.answered, found.misalignment.value, found.severity.value) == (4, 0.25, -0.5)
    assert found.confusion.counts[4] == (0, 1, 0, 0, 0)  # the truth 4 was given as 1
    assert found.median_s == 4.0
    assert found.first.unweighted.value == pytest.approx(1 - 4 * 2 / (16 - (1 * 1 + 1 * 0 + 2 * 1 + 0 + 0)))
    assert found.final.unweighted.value == pytest.approx(1 - 4 * 1 / (16 - (1 + 2 + 1)))
    assert found.final.quadratic.value == pytest.approx(1 - 4 * 1 / 68)


def test_who_did_not_pass_has_no_final_answers() -> None:
    found = person_figures(BEN, TRUTH, tolerance=1, resampling=POINT_ONLY)
    assert (found.final.quadratic.value, found.final.quadratic.reason, found.median_s) == (None, NOT_PASSED, None)


def test_without_a_truth_there_are_the_couples_and_no_misses() -> None:
    person = person_figures(ANNA, {}, tolerance=1)
    assert (person.misalignment.value, person.misalignment.reason) == (None, NO_OVERLAP)
    cohort = cohort_figures([ANNA, BEN], {}, tolerance=1, resampling=POINT_ONLY)
    assert cohort.first.with_truth.unweighted.value is None
    assert cohort.first.pairwise.unweighted.value is not None
    assert item_figures([ANNA, BEN], 1, None, tolerance=1).missed_share is None


def test_the_cohorts_means_weigh_people_the_same_and_final_ones_rest_on_who_passed() -> None:
    found = cohort_figures([ANNA, BEN], TRUTH, tolerance=1, resampling=POINT_ONLY)
    both = [person_figures(one, TRUTH, tolerance=1, resampling=POINT_ONLY) for one in (ANNA, BEN)]
    assert found.misalignment.value == 0.25
    assert found.first.with_truth.quadratic.value == pytest.approx(
        sum(one.first.quadratic.value or 0 for one in both) / 2
    )
    assert (found.first.people, found.final.people) == (2, 1)
    assert found.final.with_truth.unweighted.value == both[0].final.unweighted.value
    assert found.final.pairwise.unweighted.value is None
    assert found.final.alphas[MeasurementLevel.ORDINAL].value is None


def test_an_item_tells_its_answers_their_spread_and_misses() -> None:
    found = item_figures([ANNA, BEN, replace(BEN, first={3: 3})], 3, 4, tolerance=1)
    assert (found.counts, found.answered, found.missed, found.missed_share) == ((0, 1, 0, 1, 1), 3, 1, 1 / 3)
    assert found.spread == 2
    assert item_figures([], 3, 4, tolerance=1).missed_share is None


def test_nobody_is_answered_with_reasons_and_a_crowd_without_the_interval_that_takes_long() -> None:
    nobody = cohort_figures([], TRUTH, tolerance=1)
    assert (nobody.misalignment.reason, nobody.first.pairwise.quadratic.reason) == (
        NO_OVERLAP,
        "no two raters have 2 units in common",
    )
    crowd = [replace(BEN, first={1: person % 5, 2: 2, 3: 4}) for person in range(MOST_IN_COUPLES + 1)]
    found = cohort_figures(crowd, TRUTH, tolerance=1, resampling=Resampling(20)).first.pairwise.unweighted
    assert (found.low, found.reason) == (None, TOO_MANY_COUPLES)
    assert found.value is not None
