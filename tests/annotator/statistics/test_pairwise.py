"""Every two raters against each other."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.statistics.bootstrap import STANDARD, Resampling
from annotator.statistics.estimate import SINGLE_UNIT, Estimate
from annotator.statistics.kappa import CONSTANT_SIDES, Weighting, cohen_kappa
from annotator.statistics.pairwise import NO_VARIED_COUPLE, mean_pairwise_kappa, pairwise_tables
from annotator.statistics.ratings import Ratings, ratings_of
from tests.annotator.statistics.tables import POINT_ONLY, Row, slow_kappa

weightings = st.sampled_from(Weighting)
cells = st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 3)), st.integers(0, 4), max_size=32)
tables = cells.map(lambda scores: [(*cell, score) for cell, score in scores.items()])


def shared(rows: list[Row]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The couples of scores of every two raters, the second rater's first."""
    scores = {(unit, rater): score for unit, rater, score in rows}
    units, raters = {unit for unit, _ in scores}, sorted({rater for _, rater in scores})
    met = {
        (one, two): [
            (scores[unit, two], scores[unit, one]) for unit in units if {(unit, one), (unit, two)} <= {*scores}
        ]
        for one, two in combinations(raters, 2)
    }
    return {couple: couples for couple, couples in met.items() if couples}


def slow(couples: list[tuple[int, int]], weighting: Weighting) -> float | None:
    return slow_kappa(couples, weighting) if len(couples) > 1 else None


def pairwise_kappas(
    ratings: Ratings[int], weighting: Weighting = Weighting.UNWEIGHTED, *, resampling: Resampling = STANDARD
) -> dict[tuple[int, int], Estimate]:
    tables = pairwise_tables(ratings)
    return {couple: cohen_kappa(table, weighting, resampling=resampling) for couple, table in tables.items()}


def about(value: float | None) -> object:
    return None if value is None else pytest.approx(value, abs=1e-12)


@given(tables, weightings)
def test_every_couple_that_shares_a_unit_has_its_kappa(rows: list[Row], weighting: Weighting) -> None:
    found = pairwise_kappas(ratings_of(rows), weighting, resampling=POINT_ONLY)
    assert {couple: (kappa.value, kappa.n) for couple, kappa in found.items()} == {
        couple: (about(slow(couples, weighting)), len(couples)) for couple, couples in shared(rows).items()
    }


@given(tables, weightings, st.integers(2, 4))
def test_the_mean_is_over_couples_that_share_enough(rows: list[Row], weighting: Weighting, least: int) -> None:
    kappas = [slow(couples, weighting) for couples in shared(rows).values() if len(couples) >= least]
    defined = [kappa for kappa in kappas if kappa is not None]
    found = mean_pairwise_kappa(ratings_of(rows), weighting, least_shared=least, resampling=POINT_ONLY)
    assert found.value == about(sum(defined) / len(defined) if defined else None)


@given(tables, weightings, st.permutations(range(4)), st.randoms())
def test_names_and_order_do_not_change_the_mean(
    rows: list[Row], weighting: Weighting, names: list[int], random
) -> None:
    renamed = [(unit, names[rater], score) for unit, rater, score in rows]
    random.shuffle(renamed)
    found = [mean_pairwise_kappa(ratings_of(each), weighting, resampling=POINT_ONLY) for each in (rows, renamed)]
    assert (found[0].value, found[0].n, found[0].reason) == (about(found[1].value), found[1].n, found[1].reason)


def test_the_first_of_a_couple_is_the_reference() -> None:
    (couple, table), *others = pairwise_tables(ratings_of([(0, "b", 4), (0, "a", 1)])).items()
    assert (couple, table.counts[1][4], table.n, others) == (("a", "b"), 1, 1, [])


def test_the_mean_of_one_couple_is_its_kappa_within_an_interval_of_the_same_width() -> None:
    rows = [(unit, rater, (unit * (1 + rater)) % 5) for unit in range(60) for rater in (0, 1)]
    ratings, resampling = ratings_of(rows), Resampling(4000, seed=3)
    (single,) = pairwise_kappas(ratings, Weighting.QUADRATIC, resampling=resampling).values()
    mean = mean_pairwise_kappa(ratings, Weighting.QUADRATIC, resampling=resampling)
    assert (mean.value, mean.n) == (about(single.value), 60)
    assert (mean.low, mean.high) == (pytest.approx(single.low, abs=0.02), pytest.approx(single.high, abs=0.02))


@pytest.mark.parametrize(
    ("rows", "n", "reason"),
    [
        ([], 0, "no two raters have 2 units in common"),
        ([(0, 1, 3), (1, 2, 3)], 0, "no two raters have 2 units in common"),
        ([(0, 1, 3), (0, 2, 1), (1, 1, 2), (1, 3, 2)], 0, "no two raters have 2 units in common"),
        ([(0, 1, 3), (0, 2, 3), (1, 1, 3), (1, 2, 3)], 2, NO_VARIED_COUPLE),
    ],
)
def test_what_has_no_mean_says_why(rows: list[Row], n: int, reason: str) -> None:
    found = mean_pairwise_kappa(ratings_of(rows))
    assert (found.value, found.low, found.high, found.n, found.reason) == (None, None, None, n, reason)


def test_a_couple_with_one_shared_unit_says_so() -> None:
    (found,) = pairwise_kappas(ratings_of([(0, 1, 3), (0, 2, 1)])).values()
    assert (found.value, found.reason) == (None, SINGLE_UNIT)


def test_the_mean_of_constant_couples_is_zero_without_an_interval() -> None:
    ratings = ratings_of((unit, rater, level) for unit in range(6) for rater, level in (("a", 2), ("b", unit % 3)))
    found = mean_pairwise_kappa(ratings)
    assert (found.value, found.low, found.high, found.n, found.reason) == (0, None, None, 6, CONSTANT_SIDES)
