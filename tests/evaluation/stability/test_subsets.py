import numpy as np
import pytest
from scipy.stats import binomtest

from evaluation.metrics.columns import Truths
from evaluation.stability.boundaries import with_noisy_boundaries
from evaluation.stability.subsets import halves_means, needed_interval, queries_needed, subset_means
from evaluation.stability.systems import Systems, agreement, share_interval

VALUES = np.random.default_rng(5).normal(0.5, 0.2, size=(60, 2))


def test_a_subset_of_all_queries_is_the_whole():
    means = subset_means(VALUES, size=60, draws=5, seed=1)
    np.testing.assert_allclose(means, np.tile(VALUES.mean(axis=0), (5, 1)))


def test_subsets_are_seeded_without_replacement_and_centred():
    marks = np.eye(8)
    means = subset_means(marks, size=3, draws=4000, seed=2)
    assert set(np.unique(np.round(means * 3, 9))) == {0, 1}
    assert means.sum(axis=1) == pytest.approx(np.ones(4000))
    assert means.mean(axis=0) == pytest.approx(np.full(8, 1 / 8), abs=0.01)
    assert np.array_equal(means, subset_means(marks, size=3, draws=4000, seed=2))


def test_two_halves_share_no_query():
    one, other = halves_means(np.eye(9), draws=50, seed=3)
    assert ((one > 0) & (other > 0)).sum() == 0
    assert np.array_equal((one > 0).sum(axis=1), np.full(50, 4))


def test_the_share_of_draws_that_keep_an_order_is_counted_ties_not():
    systems = Systems(["a", "b"], [], np.array([[1.0, 0.0], [0.0, 0.5]]))
    found = agreement(systems, np.array([[0.9, 0.1], [0.1, 0.9], [0.5, 0.5], [0.8, 0.2]]))
    assert [couple["kept"] for couple in found["couples"]] == [0.5]
    assert found["tau_b"]["mean"] == pytest.approx(1 / 3)


def test_the_number_of_queries_that_settle_an_order_orders_rightly_95_times_in_100():
    needed = queries_needed(VALUES[:, 0] - VALUES[:, 1] + 0.1)
    many = np.random.default_rng(9).normal(
        (VALUES[:, 0] - VALUES[:, 1] + 0.1).mean(), (VALUES[:, 0] - VALUES[:, 1]).std(ddof=1), size=(20_000, 1)
    )
    drawn = subset_means(many, size=int(np.ceil(needed)), draws=1000, seed=1)
    assert (drawn > 0).mean() == pytest.approx(0.95, abs=0.03)
    assert queries_needed(np.zeros(5)) == float("inf")
    assert queries_needed(np.ones(5)) == 1


def test_the_interval_of_that_number_counts_draws_that_reverse_the_order_as_never():
    differences = VALUES[:, 0] - VALUES[:, 1]
    options = {"resamples": 400, "seed": 7}
    clear = needed_interval(differences + 0.3, **options)
    assert clear[0] < queries_needed(differences + 0.3) < clear[1] < float("inf")
    assert needed_interval(-differences - 0.3, **options) == pytest.approx(clear)
    unclear = needed_interval(differences - differences.mean() + 0.01, **options)
    assert (unclear[0] < 60, unclear[1]) == (True, float("inf"))
    assert needed_interval(np.zeros(5), **options) == (float("inf"), float("inf"))
    assert needed_interval(np.ones(5), **options) == (1.0, 1.0)


@pytest.mark.parametrize(("kept", "draws"), [(0, 20), (13, 20), (1000, 1000), (1, 3)])
def test_the_interval_of_a_share_of_draws_is_wilsons(kept, draws):
    found = binomtest(kept, draws).proportion_ci(method="wilson")
    assert share_interval(kept / draws, draws) == pytest.approx([found.low, found.high], abs=1e-12)


@pytest.mark.parametrize("noise", ["normal", "exponential"])
def test_noisy_boundaries_are_medians_of_five(noise):
    count = 20_000
    zeros = np.zeros(count, dtype=np.int64)
    truths = Truths(zeros, zeros, np.full(count, 50.0), np.full(count, 60.0), zeros + 3)
    noisy = with_noisy_boundaries(truths, variance=4.0, noise=noise, rng=np.random.default_rng(1))
    assert noisy.start_s.mean() == pytest.approx(50, abs=0.05)
    assert noisy.start_s.std() == pytest.approx(2 * 0.5357, rel=0.03)  # the median of five normal draws
    if noise == "normal":
        assert noisy.end_s.mean() == pytest.approx(60, abs=0.05)
        assert noisy.end_s.std() == pytest.approx(2 * 0.5357, rel=0.03)
    assert noisy.relevance is truths.relevance


def test_exponential_lengths_of_exact_starts_are_shorter_by_a_fifth():
    zeros = np.zeros(20_000, dtype=np.int64)
    truths = Truths(zeros, zeros, zeros + 50.0, zeros + 60.0, zeros)
    noisy = with_noisy_boundaries(truths, variance=0.0, noise="exponential", rng=np.random.default_rng(1))
    assert set(noisy.start_s) == {50.0}
    assert (noisy.end_s - noisy.start_s).mean() == pytest.approx(10 * 47 / 60, rel=0.02)  # 1/5 + 1/4 + 1/3 of 10


def test_boundaries_that_cross_leave_an_empty_moment_and_a_start_may_lie_before_the_video():
    zeros = np.zeros(500, dtype=np.int64)
    truths = Truths(zeros, zeros, zeros * 1.0, zeros + 0.5, zeros)
    noisy = with_noisy_boundaries(truths, variance=4.0, noise="normal", rng=np.random.default_rng(1))
    assert noisy.start_s.min() < 0
    assert (noisy.end_s - noisy.start_s).min() == 0


@pytest.mark.parametrize("size", [1, 7])
def test_a_subset_is_drawn_in_blocks_as_at_once(monkeypatch, size):
    whole = subset_means(VALUES, size=size, draws=20, seed=4)
    monkeypatch.setattr("evaluation.scoring.bootstrap.DRAWS_AT_ONCE", 60 * 3)
    again = subset_means(VALUES, size=size, draws=20, seed=4)
    assert np.allclose(whole, again, rtol=0, atol=1e-12)  # a product of other shape may add in another order
