"""Agreement with leads, AUC and their intervals, against slow counting and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from consensus.rawscores.depth_trees import Forest, chances_of_extension
from consensus.rawscores.held import Draws, best_threshold, difference, held
from evaluation.metrics.columns import Bools, Floats
from evaluation.scoring.bootstrap import resampled_counts

DRAWS = Draws(resamples=40, seed=3)
queries = st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0, 2.0, np.nan]), st.booleans()), min_size=1, max_size=12)


def columns(rows: list[tuple[float, bool]]) -> tuple[Floats, Bools]:
    return np.array([value for value, _ in rows]), np.array([extended for _, extended in rows], dtype=bool)


@given(queries)
def test_figures_and_intervals_are_those_of_counting_every_draw(rows: list[tuple[float, bool]]) -> None:
    values, extended = columns(rows)
    found = held(values, extended, 1.0, DRAWS)
    drawn = [
        [row for row, times in zip(rows, counts, strict=True) for _ in range(int(times))]
        for block in resampled_counts(len(rows), resamples=DRAWS.resamples, seed=DRAWS.seed)
        for counts in block
    ]
    for at, counted in ((found.agreement_interval, share), (found.auc_interval, auc)):
        known = [figure for figure in map(counted, drawn) if figure is not None]
        has_figure = counted(rows) is not None
        expected = np.quantile(known, [0.025, 0.975]).tolist() if has_figure and known else [None, None]
        assert at == (pytest.approx(expected) if expected[0] is not None else expected)
    assert found.agreement == pytest.approx(share(rows))
    assert found.auc == pytest.approx(auc(rows))


def share(rows: list[tuple[float, bool]]) -> float | None:
    equal = [(value >= 1.0) == extended for value, extended in rows if value == value]
    return sum(equal) / len(equal) if equal else None


def auc(rows: list[tuple[float, bool]]) -> float | None:
    known = [(value, extended) for value, extended in rows if value == value]
    if len({extended for _, extended in known}) < 2:
        return None
    return float(roc_auc_score([extended for _, extended in known], [value for value, _ in known]))


@given(queries.filter(lambda rows: any(value == value for value, _ in rows)))
def test_no_other_threshold_agrees_with_leads_more_often(rows: list[tuple[float, bool]]) -> None:
    values, extended = columns(rows)
    known = ~np.isnan(values)
    shares = {one: float(((values >= one) == extended)[known].mean()) for one in sorted(set(values[known].tolist()))}
    assert best_threshold(values, extended) == max(shares, key=lambda one: shares[one])


def test_a_difference_is_taken_on_the_same_queries_and_leaves_out_those_without_one() -> None:
    one, other = np.array([1.0, 1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0, np.nan])
    gain, interval = difference(one, other, DRAWS)
    assert gain == pytest.approx(1 / 3)
    assert interval == [0.0, pytest.approx(1.0, abs=0.4)]
    assert difference(one, one, DRAWS) == (0.0, [0.0, 0.0])
    assert difference(one, np.full(4, np.nan), DRAWS) == (None, [None, None])


def test_trees_find_a_rule_that_they_can_see_and_none_in_chance() -> None:
    rng = np.random.default_rng(0)
    verdicts = [tuple(int(one) for one in row) for row in rng.integers(0, 5, size=(400, 4))]
    by_rule = np.array([row[3] >= 2 for row in verdicts])
    chances = chances_of_extension(verdicts, by_rule, Forest(folds=4), batch_size=4)
    assert held(chances, by_rule, 0.5, DRAWS).agreement == 1.0
    at_random = rng.random(400) < 0.5
    blind = held(chances_of_extension(verdicts, at_random, Forest(folds=4), batch_size=4), at_random, 0.5, DRAWS)
    assert blind.auc == pytest.approx(0.5, abs=0.08)


def test_trees_see_which_pairs_have_no_relevance() -> None:
    verdicts = [(1, None) if place % 2 else (1, 0) for place in range(80)]
    extended = np.array([relevances[1] is None for relevances in verdicts])
    chances = chances_of_extension(verdicts, extended, Forest(folds=2), batch_size=3)
    assert ((chances >= 0.5) == extended).all()
