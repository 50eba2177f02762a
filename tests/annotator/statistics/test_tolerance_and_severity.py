"""Shares within the tolerance, and severity."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.statistics.confusion import ConfusionTable, confusion_table
from annotator.statistics.differences import mean_signed_difference, misalignment, within_tolerance
from annotator.statistics.estimate import NO_OVERLAP, SINGLE_UNIT, Estimate
from tests.annotator.statistics.tables import FEW, POINT_ONLY, table_of

scores = st.integers(0, 4)
columns = st.lists(st.tuples(scores, scores), min_size=2, max_size=30)
MEASURES = [
    lambda table: within_tolerance(table, 1),
    lambda table: misalignment(table, 1),
    mean_signed_difference,
]


@given(columns, st.integers(0, 4))
def test_the_share_counts_units_up_to_the_tolerance(couples: list[tuple[int, int]], tolerance: int) -> None:
    near = sum(abs(one - two) <= tolerance for one, two in couples)
    found = within_tolerance(table_of(couples), tolerance, resampling=POINT_ONLY)
    assert (found.value, found.n) == (pytest.approx(near / len(couples)), len(couples))


@given(columns, st.integers(0, 4))
def test_misalignment_is_the_rest_with_its_interval_mirrored(couples: list[tuple[int, int]], tolerance: int) -> None:
    table = table_of(couples)
    near, far = (measure(table, tolerance, resampling=FEW) for measure in (within_tolerance, misalignment))
    assert (far.value, far.low, far.high) == tuple(
        pytest.approx(1 - (share or 0), abs=1e-9) for share in (near.value, near.high, near.low)
    )


@given(columns)
def test_severity_is_the_mean_of_given_less_reference(couples: list[tuple[int, int]]) -> None:
    found = mean_signed_difference(table_of(couples), resampling=POINT_ONLY)
    mean = sum(one - two for one, two in couples) / len(couples)
    assert (found.value, found.n) == (pytest.approx(mean, abs=1e-12), len(couples))


def test_who_scores_too_low_is_severe() -> None:
    assert mean_signed_difference(confusion_table([0, 1, 2], [1, 2, 4])).value == pytest.approx(-4 / 3)


def test_constant_sides_have_a_share_and_a_severity() -> None:
    table = confusion_table([3] * 5, [3] * 5)
    assert (within_tolerance(table, 1), mean_signed_difference(table)) == (
        Estimate(1.0, 1.0, 1.0, 5),
        Estimate(0.0, 0.0, 0.0, 5),
    )


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(("column", "reason"), [([], NO_OVERLAP), ([2], SINGLE_UNIT)])
def test_fewer_than_two_units_say_nothing(
    measure: Callable[[ConfusionTable], Estimate], column: list[int], reason: str
) -> None:
    assert measure(confusion_table(column, column)) == Estimate(None, None, None, len(column), reason)
