"""Simulated systems are worse and worse, by the seed alone, and use the labels' moments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evaluation.metrics.columns import Truths
from evaluation.metrics.settings import Settings
from evaluation.reading.labels import Labels
from evaluation.studies.measured import measured
from evaluation.studies.simulated import simulated_systems


@pytest.fixture
def labels() -> Labels:
    rng = np.random.default_rng(0)
    row = np.repeat(np.arange(60), 12)
    start_s = rng.random(len(row)) * 100
    truths = Truths(row, np.arange(len(row)), start_s, start_s + 8, rng.integers(0, 5, len(row)))
    names = [f"v{at}" for at in range(len(row))]
    return Labels(Path("labels.json"), [str(at) for at in range(60)], names, truths, None)


def test_each_is_worse_than_the_one_before_under_every_measure(labels):
    names, predictions = simulated_systems(labels, 5, seed=1)
    systems = measured(names, predictions, labels.truths, 60, Settings(ks=(1,), ious=(0.5,)))
    assert systems.systems == ["simulated 1", "simulated 2", "simulated 3", "simulated 4", "simulated 5"]
    assert (np.diff(systems.means, axis=1) < 0.05).all()
    assert (systems.means[:, 0] > systems.means[:, -1] + 0.02).all()


def test_predictions_are_ranked_moments_of_the_query_with_edges_in_order(labels):
    _, (one, *_) = simulated_systems(labels, 3, seed=1)
    assert np.array_equal(one.row, np.sort(one.row))
    assert sorted(one.video.tolist()) == list(range(720))
    assert (one.rank[:12] == np.arange(12)).all()
    assert (one.start_s >= 0).all()
    assert (one.end_s >= one.start_s).all()


def test_the_seed_decides_them(labels):
    (one,), (again,), (other,) = (simulated_systems(labels, 1, seed=seed)[1] for seed in (1, 1, 2))
    assert np.array_equal(one.start_s, again.start_s)
    assert not np.array_equal(one.start_s, other.start_s)
