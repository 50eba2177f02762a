"""Cohen's kappa against the literature, scikit-learn, its definition and its properties."""

import warnings
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from annotator.statistics.confusion import confusion_table
from annotator.statistics.estimate import SINGLE_UNIT
from annotator.statistics.kappa import CONSTANT_SIDE, ONE_SCORE, Weighting, cohen_kappa
from tests.annotator.statistics.tables import COHEN, FEW, MAMMOGRAMS, POINT_ONLY, slow_kappa, table, table_of

SCIKIT = {Weighting.UNWEIGHTED: None, Weighting.LINEAR: "linear", Weighting.QUADRATIC: "quadratic"}
scores = st.integers(0, 4)
columns = st.lists(st.tuples(scores, scores), min_size=2, max_size=30)
weightings = st.sampled_from(Weighting)


def kappa(couples: list[tuple[int, int]], weighting: Weighting) -> float | None:
    return cohen_kappa(table_of(couples), weighting, resampling=POINT_ONLY).value


@pytest.mark.parametrize(
    ("counts", "weighting", "published"),
    [
        (((20, 5), (10, 15)), Weighting.UNWEIGHTED, 0.4),
        (COHEN, Weighting.UNWEIGHTED, 0.492),
        (MAMMOGRAMS, Weighting.UNWEIGHTED, 0.4728),
        (MAMMOGRAMS, Weighting.LINEAR, 0.5684),
        (MAMMOGRAMS, Weighting.QUADRATIC, 0.6714),
    ],
)
def test_tables_of_the_literature_give_their_kappa(
    counts: tuple[tuple[int, ...], ...], weighting: Weighting, published: float
) -> None:
    found = cohen_kappa(table(*counts), weighting, resampling=POINT_ONLY)
    digits = len(str(published)) - 2
    assert (round(found.value or 0, digits), found.n) == (published, sum(map(sum, counts)))


@given(columns, weightings)
def test_it_is_what_scikit_learn_computes(couples: list[tuple[int, int]], weighting: Weighting) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = cohen_kappa_score(*zip(*couples, strict=True), labels=range(5), weights=SCIKIT[weighting])
    assert kappa(couples, weighting) == (None if isnan(theirs) else pytest.approx(theirs, abs=1e-12))


@given(columns, weightings)
def test_it_is_what_the_definition_says(couples: list[tuple[int, int]], weighting: Weighting) -> None:
    slow = slow_kappa(couples, weighting)
    assert kappa(couples, weighting) == (None if slow is None else pytest.approx(slow, abs=1e-12))


@given(columns, weightings)
def test_the_two_sides_may_change_places(couples: list[tuple[int, int]], weighting: Weighting) -> None:
    there, back = kappa(couples, weighting), kappa([(two, one) for one, two in couples], weighting)
    assert there == (None if back is None else pytest.approx(back, abs=1e-12))


@given(columns, weightings, st.randoms())
def test_the_order_of_units_changes_nothing(couples: list[tuple[int, int]], weighting: Weighting, random) -> None:
    shuffled = list(couples)
    random.shuffle(shuffled)
    assert cohen_kappa(table_of(couples), weighting, resampling=FEW) == cohen_kappa(
        table_of(shuffled), weighting, resampling=FEW
    )


@given(st.lists(scores, min_size=2).filter(lambda column: len(set(column)) > 1), weightings)
def test_equal_varied_columns_give_one(column: list[int], weighting: Weighting) -> None:
    assert kappa([(score, score) for score in column], weighting) == 1.0


@given(columns, weightings)
def test_it_never_exceeds_one(couples: list[tuple[int, int]], weighting: Weighting) -> None:
    found = cohen_kappa(table_of(couples), weighting, resampling=FEW)
    assert all(number is None or number <= 1.0 for number in (found.value, found.low, found.high))


@given(st.lists(st.tuples(st.integers(2, 3), st.integers(2, 3)), min_size=2), weightings)
def test_weights_mean_nothing_for_two_neighbours(couples: list[tuple[int, int]], weighting: Weighting) -> None:
    plain = kappa(couples, Weighting.UNWEIGHTED)
    assert kappa(couples, weighting) == (None if plain is None else pytest.approx(plain, abs=1e-12))


@pytest.mark.parametrize("weighting", Weighting)
def test_one_score_throughout_has_no_kappa(weighting: Weighting) -> None:
    found = cohen_kappa(confusion_table([3] * 9, [3] * 9), weighting)
    assert (found.value, found.low, found.high, found.n, found.reason) == (None, None, None, 9, ONE_SCORE)


@pytest.mark.parametrize("weighting", Weighting)
@pytest.mark.parametrize("reference", [[0, 1, 2, 3, 4, 4], [1] * 6])
def test_a_constant_side_has_kappa_0_without_interval(weighting: Weighting, reference: list[int]) -> None:
    found = cohen_kappa(confusion_table([2] * 6, reference), weighting)
    assert (found.value, found.low, found.high, found.reason) == (0.0, None, None, CONSTANT_SIDE)


def test_a_single_unit_has_no_kappa() -> None:
    found = cohen_kappa(confusion_table([1], [2]))
    assert (found.value, found.n, found.reason) == (None, 1, SINGLE_UNIT)
