"""Krippendorff's alpha against its author's example, its definition and its properties."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.statistics.alpha import ONE_SCORE, MeasurementLevel, _kinds, krippendorff_alpha
from annotator.statistics.estimate import NO_OVERLAP, SINGLE_UNIT
from annotator.statistics.ratings import ratings_of
from tests.annotator.statistics.tables import FEW, POINT_ONLY, Row, observed, slow_alpha

levels = st.sampled_from(MeasurementLevel)
cells = st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 4)), st.integers(0, 4), min_size=1)
tables = cells.map(lambda scores: [(*cell, score) for cell, score in scores.items()])


def alpha(rows: Sequence[Row], level: MeasurementLevel) -> float | None:
    return krippendorff_alpha(ratings_of(rows), level, resampling=POINT_ONLY).value


@pytest.mark.parametrize(
    ("level", "published"),
    [(MeasurementLevel.NOMINAL, 0.743), (MeasurementLevel.ORDINAL, 0.815), (MeasurementLevel.INTERVAL, 0.849)],
)
def test_krippendorffs_observers_agree_as_he_computes(level: MeasurementLevel, published: float) -> None:
    found = krippendorff_alpha(observed(), level)
    assert (round(found.value or 0, 3), found.n, found.reason) == (published, 11, "")


@given(tables, levels)
def test_it_is_what_the_definition_says(rows: list[Row], level: MeasurementLevel) -> None:
    units = [unit for unit, _, _ in rows]
    shared = sum(units.count(unit) > 1 for unit in set(units))
    slow = slow_alpha(rows, level) if shared > 1 else None
    assert alpha(rows, level) == (None if slow is None else pytest.approx(slow, abs=1e-12))


@given(tables, levels, st.permutations(range(5)), st.randoms())
def test_names_of_raters_and_order_of_rows_change_nothing(
    rows: list[Row], level: MeasurementLevel, names: list[int], random
) -> None:
    renamed = [(unit, names[rater], score) for unit, rater, score in rows]
    random.shuffle(renamed)
    found = krippendorff_alpha(ratings_of(rows), level, resampling=FEW)
    assert krippendorff_alpha(ratings_of(renamed), level, resampling=FEW) == found


@given(st.lists(st.integers(0, 4), min_size=2).filter(lambda column: len(set(column)) > 1), levels)
def test_equal_varied_ratings_give_one(column: list[int], level: MeasurementLevel) -> None:
    assert alpha([(unit, rater, score) for unit, score in enumerate(column) for rater in range(3)], level) == 1.0


@given(tables, levels)
def test_it_never_exceeds_one(rows: list[Row], level: MeasurementLevel) -> None:
    found = krippendorff_alpha(ratings_of(rows), level, resampling=FEW)
    assert all(number is None or number <= 1.0 for number in (found.value, found.low, found.high))


@given(tables, levels)
def test_two_scores_are_alike_on_every_level(rows: list[Row], level: MeasurementLevel) -> None:
    two = [(unit, rater, min(score, 1)) for unit, rater, score in rows]
    plain = alpha(two, MeasurementLevel.NOMINAL)
    assert alpha(two, level) == (None if plain is None else pytest.approx(plain, abs=1e-12))


@pytest.mark.parametrize(
    ("rows", "n", "reason"),
    [
        ([], 0, NO_OVERLAP),
        ([(0, 1, 3), (1, 2, 3), (2, 1, 4)], 0, NO_OVERLAP),
        ([(0, 1, 3), (0, 2, 1), (1, 1, 2)], 1, SINGLE_UNIT),
        ([(0, 1, 3), (0, 2, 3), (1, 1, 3), (1, 2, 3), (2, 1, 0)], 2, ONE_SCORE),
    ],
)
def test_what_has_no_alpha_says_why(rows: list[Row], n: int, reason: str) -> None:
    found = krippendorff_alpha(ratings_of(rows), MeasurementLevel.ORDINAL)
    assert (found.value, found.low, found.high, found.n, found.reason) == (None, None, None, n, reason)


@pytest.mark.parametrize("most", [2, 10**14], ids=["by number", "too many to number"])
def test_units_of_one_kind_are_counted_in_the_order_of_their_rows(most):
    counts = np.random.default_rng(7).integers(0, 3, (500, 5))
    counts[17, 2] = most
    kinds, units = _kinds(counts)
    wanted_kinds, wanted_units = np.unique(counts, axis=0, return_counts=True)
    assert kinds.tolist() == wanted_kinds.tolist()
    assert units.tolist() == wanted_units.tolist()
