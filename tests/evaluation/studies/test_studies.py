"""The studies of measures against slow independent computations, and the tables of docs/measure-studies.md."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import kendalltau

from evaluation.studies.agreement_draws import agreement_draws, chosen, copies_before, queries_interval
from evaluation.studies.discrimination import selected_checkpoints, threshold_estimate, tied_queries
from evaluation.studies.known import with_ends
from evaluation.studies.measure_agreement import agreement_interval, measure_agreement, tau_between, tau_between_rows
from evaluation.studies.measured import Measured
from evaluation.studies.self_agreement import queries_for, self_agreement
from tests.evaluation.page_tables import rows_of


def table(name):
    return rows_of(name, "measure-studies.md")


def numbers(cell: str) -> np.ndarray:
    return np.array([float(word) for word in cell.split(",")])


def systems_of(values) -> Measured:
    values = np.asarray(values, dtype=float)
    _, measures, systems = values.shape
    return Measured([f"s{at}" for at in range(systems)], [f"m{at}" for at in range(measures)], values)


def drawn_systems(*, queries: int, measures: int = 2, systems: int = 6, apart: float = 0.4) -> Measured:
    rng = np.random.default_rng(5)
    return systems_of(rng.random((queries, measures, systems)) + np.linspace(0, apart, systems))


@pytest.mark.parametrize(("one", "other", "tau"), table("measure agreement"))
def test_the_agreement_of_two_measures_comes_out(one, other, tau):
    found = tau_between(numbers(one)[None], numbers(other)[None])[0, 0]
    assert ("–" if math.isnan(found) else f"{found:.3f}") == tau


@given(arrays(np.float64, (3, 5), elements=st.integers(0, 3).map(lambda value: value / 4)))
def test_tau_between_rows_is_that_of_scipy(means):
    found, in_place = tau_between(means, means), tau_between_rows(means[[0, 1]], means[[1, 2]])
    assert in_place == pytest.approx([found[0, 1], found[1, 2]], abs=1e-12, nan_ok=True)
    for one, other in itertools.product(range(3), repeat=2):
        expected = kendalltau(means[one], means[other]).statistic
        assert found[one, other] == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_measures_that_order_alike_agree_and_the_interval_holds_the_figure():
    one = drawn_systems(queries=300, measures=1, apart=0.3).values
    systems = systems_of(np.concatenate([one, one**3, 1 - one], axis=1))
    tau = measure_agreement(systems)
    assert (np.diag(tau) == 1).all()
    assert tau[0, 2] == -1
    low, high = agreement_interval(systems, resamples=200, seed=1)
    assert (low <= tau).all()
    assert (tau <= high).all()
    assert low[0, 1] < 1


def test_a_measure_that_ties_all_systems_has_no_agreement():
    systems = systems_of(np.concatenate([np.random.default_rng(0).random((9, 1, 4)), np.zeros((9, 1, 4))], axis=1))
    assert np.isnan(measure_agreement(systems)[0, 1])
    low, high = agreement_interval(systems, resamples=50, seed=1)
    assert np.isnan([low[0, 1], high[0, 1]]).all()
    assert np.isnan(self_agreement(systems, [4], pairing="disjoint", trials=50, seed=0).mean[0, 1])


def exactly(systems: Measured, size: int, pairing: str) -> tuple[float, float]:
    """The mean and the variance over all pairs of sets, by scipy."""
    sets = list(itertools.combinations(range(len(systems.values)), size))
    pairs = [
        (one, other)
        for one, other in itertools.product(sets, repeat=2)
        if pairing == "overlapping" or not set(one) & set(other)
    ]
    means = [[systems.values[list(chosen), 0].mean(axis=0) for chosen in pair] for pair in pairs]
    taus = [kendalltau(one, other).statistic for one, other in means]
    return float(np.mean(taus)), float(np.var(taus))


@pytest.mark.parametrize("pairing", ["overlapping", "disjoint"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_self_agreement_comes_to_what_all_pairs_of_sets_give(pairing, size):
    systems = drawn_systems(queries=6, measures=1, systems=4)
    mean, variance = exactly(systems, size, pairing)
    found = self_agreement(systems, [size], pairing=pairing, trials=20_000, seed=2)
    assert found.mean[0, 0] == pytest.approx(mean, abs=0.02)
    assert found.variance[0, 0] == pytest.approx(variance, abs=0.02)


def test_sets_that_may_share_queries_agree_wholly_at_the_full_size_and_others_do_not():
    systems = drawn_systems(queries=40)
    overlapping = self_agreement(systems, [10, 40], pairing="overlapping", trials=300, seed=0)
    assert overlapping.mean[1] == pytest.approx([1, 1])
    assert overlapping.variance[1] == pytest.approx([0, 0], abs=1e-12)
    disjoint = self_agreement(systems, [10, 20], pairing="disjoint", trials=300, seed=0)
    assert (disjoint.mean[0] < disjoint.mean[1]).all()
    assert (disjoint.mean < 1).all()


def test_blocks_of_trials_change_nothing_but_the_draws(monkeypatch):
    systems = drawn_systems(queries=30)
    whole = self_agreement(systems, [15], pairing="disjoint", trials=4000, seed=0)
    monkeypatch.setattr("evaluation.scoring.bootstrap.DRAWS_AT_ONCE", 30 * 7)  # seven trials in a block
    parts = self_agreement(systems, [15], pairing="disjoint", trials=4000, seed=0)
    assert parts.mean == pytest.approx(whole.mean, abs=0.03)


@pytest.mark.parametrize(("sizes", "tau", "wanted", "queries"), table("queries for"))
def test_the_number_of_queries_comes_out(sizes, tau, wanted, queries):
    chosen = [int(size) for size in numbers(sizes)]
    (number,) = queries_for(chosen, numbers(tau)[:, None], float(wanted))
    assert ("more" if math.isinf(number) else f"{number:.0f}") == queries


def test_the_interval_of_the_number_holds_it_and_says_where_it_lies_beyond():
    systems, sizes = drawn_systems(queries=200, measures=1, apart=1.0), [5, 10, 20, 40, 80, 100]
    found = self_agreement(systems, sizes, pairing="disjoint", trials=2000, seed=0)
    (number,) = queries_for(found.sizes, found.mean, 0.9)
    draws = agreement_draws(systems, found, resamples=60, trials=100, seed=0)
    (low,), (high,) = queries_interval(draws, 0.9)
    assert 5 < low <= number <= high < 100
    alike = drawn_systems(queries=60, apart=0.02)
    found = self_agreement(alike, [5, 30], pairing="disjoint", trials=200, seed=0)
    draws = agreement_draws(alike, found, resamples=20, trials=50, seed=0)
    assert np.isinf(queries_interval(draws, 0.9)).all()


@pytest.mark.parametrize("pairing", ["overlapping", "disjoint"])
def test_the_draws_of_mean_and_variance_lie_on_both_sides_of_what_all_queries_give(pairing):
    systems, sizes = drawn_systems(queries=300, measures=1), [10, 20]
    found = self_agreement(systems, sizes, pairing=pairing, trials=2000, seed=0)
    draws = agreement_draws(systems, found, resamples=80, trials=200, seed=1)
    for figure, drawn in ((found.mean, draws.mean), (found.variance, draws.variance)):
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        assert (low < figure).all()
        assert (figure < high).all()
        assert (high - low < figure).all()


def test_every_draw_of_sets_that_may_share_queries_agrees_wholly_at_the_full_size():
    systems = drawn_systems(queries=40)
    found = self_agreement(systems, [40], pairing="overlapping", trials=20, seed=0)
    draws = agreement_draws(systems, found, resamples=5, trials=20, seed=0)
    assert draws.mean == pytest.approx(1)
    assert draws.variance == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("pairing", ["overlapping", "disjoint"])
@pytest.mark.parametrize("queries", [8, 11, 20])
def test_with_few_queries_intervals_of_mean_and_variance_hold_their_figures(queries, pairing):
    systems, half = drawn_systems(queries=queries, systems=10), queries // 2
    found = self_agreement(systems, [2, half], pairing=pairing, trials=1000, seed=0)
    draws = agreement_draws(systems, found, resamples=100, trials=100, seed=0)
    for figure, drawn in ((found.mean, draws.mean), (found.variance, draws.variance)):
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        assert (low < figure).all()
        assert (figure < high).all()
    assert (np.abs(draws.mean) <= 1).all()
    assert (draws.variance >= 0).all()


def test_few_queries_tell_the_agreement_that_others_would_have():
    """Of 25 samples of 20 queries, an interval of 95% holds what 20,000 queries give in all but a few."""
    whole = drawn_systems(queries=20_000, measures=1, systems=10).values
    sizes, held = [5, 10], np.zeros(2)
    (true,) = self_agreement(systems_of(whole[:4000]), sizes, pairing="disjoint", trials=1500, seed=0).mean.T
    for sample in range(25):
        systems = systems_of(whole[sample * 20 : sample * 20 + 20])
        found = self_agreement(systems, sizes, pairing="disjoint", trials=300, seed=sample)
        drawn = agreement_draws(systems, found, resamples=100, trials=100, seed=sample).mean[..., 0]
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        held += (low <= true) & (true <= high)
    assert (held >= 20).all()


def test_all_copies_of_a_query_go_into_one_set_as_long_as_it_has_room():
    counts, order = np.array([3.0, 0.0, 1.0, 0.0, 2.0]), np.array([[2, 0, 4, 1, 3]])
    one, other = (chosen(counts, copies_before(counts, order[:, ::step]), 2) for step in (1, -1))
    assert (one.tolist(), other.tolist()) == ([[1, 0, 1, 0, 0]], [[0, 0, 0, 0, 2]])


def test_a_measure_that_ties_everything_has_no_interval():
    systems = systems_of(np.zeros((9, 1, 4)))
    found = self_agreement(systems, [4], pairing="disjoint", trials=20, seed=0)
    draws = agreement_draws(systems, found, resamples=5, trials=20, seed=0)
    assert np.isnan(draws.mean).all()
    assert np.isnan(draws.variance).all()


def test_one_query_agrees_with_itself_in_every_draw():
    one = systems_of(np.random.default_rng(0).random((1, 2, 5)))
    found = self_agreement(one, [1], pairing="overlapping", trials=4, seed=0)
    draws = agreement_draws(one, found, resamples=3, trials=4, seed=0)
    assert draws.mean == pytest.approx(1)
    assert draws.variance == pytest.approx(0, abs=1e-12)


def test_the_share_of_tied_queries_is_counted_for_each_measure():
    one = [[0.1, 0.1, 0.1], [0.2, 0.2, 0.3], [0.1 + 0.2, 0.3, 0.3], [0, 1, 0]]
    systems = systems_of(np.stack([np.array(one), np.zeros((4, 3))], axis=1))
    found = tied_queries(systems, resamples=300, seed=0)
    assert found[:, 0].tolist() == [0.5, 1.0]
    assert found[0, 1] < 0.5 < found[0, 2]
    assert found[1].tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(("ious", "threshold", "bias", "variance"), table("threshold estimate"))
def test_the_hit_as_an_estimate_of_the_iou_comes_out(ious, threshold, bias, variance):
    found = threshold_estimate(numbers(ious)[:, None], [float(threshold)], resamples=50, seed=0)
    shown = [f"{value + 0.0:.4f}" for value in (found.bias[0, 0, 0], found.variance[0, 0, 0])]
    assert shown == [bias, variance]


def test_over_all_thresholds_the_hit_is_the_iou():
    ious = np.random.default_rng(0).random((50, 2))
    thresholds = ((np.arange(10_000) + 0.5) / 10_000).tolist()
    found = threshold_estimate(ious, thresholds, resamples=2, seed=0)
    assert found.bias[..., 0].mean(axis=0) == pytest.approx([0, 0], abs=1e-4)


def test_the_intervals_of_bias_and_variance_hold_them():
    ious = np.random.default_rng(0).random((200, 2))
    found = threshold_estimate(ious, [0.3, 0.7], resamples=500, seed=1)
    for figure in (found.bias, found.variance):
        assert (figure[..., 1] < figure[..., 0]).all()
        assert (figure[..., 0] < figure[..., 2]).all()


@pytest.mark.parametrize(("picking", "judging", "picked", "z"), table("checkpoints"))
def test_the_picked_checkpoint_and_its_z_score_come_out(picking, judging, picked, z):
    one_query = systems_of(np.stack([numbers(picking), numbers(judging)])[None])
    chosen = selected_checkpoints(one_query, resamples=5, seed=0)
    assert chosen.kept.tolist() == pytest.approx([math.nan if one is None else 1 for one in chosen.picked], nan_ok=True)
    assert ("none" if chosen.picked[0] is None else str(chosen.picked[0] + 1)) == picked
    score = chosen.scores[0, 1, 0]
    assert ("–" if math.isnan(score) else f"{score:.4f}") == z


def test_a_pick_between_equals_in_truth_is_not_kept_and_its_z_score_has_a_wide_interval():
    rng = np.random.default_rng(4)
    chosen = selected_checkpoints(systems_of(rng.random((50, 1, 3))), resamples=400, seed=0)
    assert 0.3 < chosen.kept[0] < 1
    z, low, high = chosen.scores[0, 0]
    assert low < z <= high
    assert high - low > 0.5


def test_a_measure_that_ties_all_checkpoints_has_no_interval_even_if_draws_order_them():
    """On two queries the second measure's means are equal, on draws of one of them they are not."""
    values = np.array([[[0.1, 0.2], [0.0, 1.0]], [[0.1, 0.3], [1.0, 0.0]]])
    chosen = selected_checkpoints(systems_of(values), resamples=50, seed=0)
    assert np.isnan(chosen.scores[0, 1]).all()
    assert not np.isnan(chosen.scores[0, 0]).any()


def test_quantiles_and_means_leave_out_what_is_undefined():
    drawn = np.array([[1.0, np.nan], [np.nan, np.nan], [3.0, np.nan]])
    assert with_ends(drawn)[0] == pytest.approx([2.0, 1.05, 2.95])
    assert np.isnan(with_ends(drawn)[1]).all()


def test_the_quantiles_of_self_agreement_hold_its_mean():
    found = self_agreement(drawn_systems(queries=40), [5, 20], pairing="disjoint", trials=500, seed=0)
    assert (found.low <= found.mean).all()
    assert (found.mean <= found.high).all()
    assert (found.low < found.high).all()
