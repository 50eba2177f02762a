"""One true moment against graded labels, and noise on boundaries under every measure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau

from evaluation.metrics.columns import Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.settings import Settings
from evaluation.reading.labels import Labels
from evaluation.stability.boundaries import with_noisy_boundaries
from evaluation.stability.progress import Progress
from evaluation.studies.boundary_noise import noisy_boundaries
from evaluation.studies.entries import Entries, filled_up
from evaluation.studies.measured import measured
from evaluation.studies.moment_order import moment_order, most_similar

SETTINGS = Settings(ks=(1, 3), ious=(0.5,))


def drawn_labels(queries: int = 60, a_query: int = 4) -> Labels:
    rng = np.random.default_rng(1)
    row = np.repeat(np.arange(queries), a_query)
    start = rng.uniform(0, 80, len(row))
    relevance = rng.integers(5, size=len(row))
    truths = Truths(row, rng.integers(30, size=len(row)), start, start + rng.uniform(3, 15, len(row)), relevance)
    similarity = relevance + rng.normal(0, 2, len(row))
    return Labels(
        Path("labels"), [str(at) for at in range(queries)], [f"v{at}" for at in range(30)], truths, similarity
    )


def simulated(labels: Labels, number: int = 6) -> Entries:
    return filled_up([], [], labels, simulated=number, seed=0)


def test_the_most_similar_moment_of_each_query_is_its_only_truth():
    labels = drawn_labels()
    found = most_similar(labels)
    for query in range(60):
        inside = np.flatnonzero(labels.truths.row == query)
        best = inside[int(np.argmax(labels.similarity[inside]))]
        at = np.flatnonzero(found.row == query)
        assert len(at) == 1
        assert (found.start_s[at[0]], found.relevance[at[0]]) == (labels.truths.start_s[best], 4)


def test_labels_without_similarity_have_no_most_similar_moment():
    with pytest.raises(EvaluationError, match="no similarity"):
        most_similar(replace(drawn_labels(), similarity=None))


def test_tau_between_both_orders_is_that_of_scipy():
    labels = drawn_labels()
    entries, one = simulated(labels), most_similar(labels)
    found = moment_order(entries, one, labels.truths, SETTINGS, resamples=100, seed=0)
    truths = {"one": one, "graded": labels.truths}
    means = {
        name: measured(entries.names, entries.predictions, given, 60, SETTINGS).means for name, given in truths.items()
    }
    for place in np.ndindex(*found.tau.shape):
        expected = kendalltau(means["one"][place[0]], means["graded"][place[1]]).statistic
        assert found.tau[place] == pytest.approx(expected, abs=1e-9, nan_ok=True)
    known = ~np.isnan(found.tau)
    assert (found.low[known] <= found.high[known]).all()


def test_the_same_labels_on_both_sides_agree_with_themselves():
    labels = drawn_labels()
    one = most_similar(labels)
    found = moment_order(simulated(labels), one, one, SETTINGS, resamples=50, seed=0)
    assert np.diag(found.tau) == pytest.approx(np.ones(len(found.tau)))


def test_only_queries_with_a_true_moment_count():
    labels = drawn_labels()
    some = most_similar(labels)
    some = some.chosen(some.row % 2 == 1)
    found = moment_order(simulated(labels), some, labels.truths, SETTINGS, resamples=20, seed=0)
    assert found.one.values.shape == found.graded.values.shape
    assert len(found.one.values) == 30
    whole = measured([], simulated(labels).predictions, labels.truths, 60, SETTINGS).values
    assert (found.graded.values == whole[1::2]).all()


def noise_on(labels: Labels, variances, draws=4):
    entries, done = simulated(labels), []
    means = measured(entries.names, entries.predictions, labels.truths, 60, SETTINGS).means
    found = noisy_boundaries(
        entries, labels.truths, means, SETTINGS, queries=60, variances=variances, noise="normal", draws=draws, seed=3,
        progress=Progress(done.append),
    )  # fmt: skip
    return entries, means, found, done


def test_rmse_and_tau_are_what_the_draws_give_one_by_one():
    labels = drawn_labels()
    entries, means, (found,), done = noise_on(labels, [4.0])
    rng = np.random.default_rng([3, 0])
    noisy = [with_noisy_boundaries(labels.truths, variance=4.0, noise="normal", rng=rng) for _ in range(4)]
    drawn = [measured(entries.names, entries.predictions, truths, 60, SETTINGS).means for truths in noisy]
    for at in range(len(means)):
        squares = [float(((one[at] - means[at]) ** 2).mean()) for one in drawn]
        taus = [kendalltau(one[at], means[at]).statistic for one in drawn]
        assert found.rmse[at, 0] == pytest.approx(np.sqrt(np.mean(squares)), abs=1e-12)
        assert found.tau[at, 0] == pytest.approx(np.mean(taus), abs=1e-9)
    assert done == [6, 12, 18, 24]


def test_without_noise_no_measure_moves_and_more_noise_moves_further():
    _, _, (none, little, much), _ = noise_on(drawn_labels(), [0.0, 1.0, 16.0])
    assert (none.iou, none.rmse.max(), none.tau.min()) == (1.0, 0.0, 1.0)
    assert (little.rmse[:, 0] < much.rmse[:, 0]).all()
    assert little.iou > much.iou
    assert none.iou_ends == [1.0, 1.0]
    assert little.iou_ends[0] < little.iou < little.iou_ends[1]
