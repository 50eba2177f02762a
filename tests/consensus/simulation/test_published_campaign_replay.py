"""The synthetic annotators, on queries of the real corpus, against the published campaign."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from consensus.rawscores.reading import read_raw_scores
from consensus.rawscores.settling import Summary, settle_file
from consensus.simulation.campaign import play_campaign
from consensus.simulation.measuring import measure_campaign
from consensus.simulation.model import published_model
from moments.protocol import Protocol

pytestmark = pytest.mark.real_data

SEEDS = range(20)
QUERIES = 100

ACCEPTED = {
    "in_round_2": (0.18, 0.02),
    "discarded": (0.02, 0.005),
    "extended": (0.47, 0.03),
    "verdict_0": (0.061, 0.04),
    "verdict_1": (0.199, 0.04),
    "verdict_2": (0.312, 0.04),
    "verdict_3": (0.253, 0.04),
    "verdict_4": (0.153, 0.04),
    "kappa": (0.29, 0.05),
    "kappa_of_rows": (0.29, 0.05),
}


@pytest.fixture(scope="module")
def real_data() -> Path:
    """The folder of real data that REELEVANCE_REAL_DATA names; a missing one fails."""
    folder = Path(os.environ["REELEVANCE_REAL_DATA"])
    if not folder.is_dir():
        pytest.fail(f"REELEVANCE_REAL_DATA: {folder} is no folder")
    return folder


@pytest.fixture(scope="module")
def means(real_data: Path) -> dict[str, float]:
    """Every measure's mean over the seeds, each with its own sample of queries."""
    captions = _captions_of(real_data / "tvr" / "tvr_val_release.jsonl")
    vectors = TfidfVectorizer().fit_transform(captions)
    played = []
    for seed in SEEDS:
        sampled = np.random.default_rng(seed).choice(len(captions), QUERIES, replace=False)
        similarities = (vectors[sampled] @ vectors.T).toarray()
        ranked = -np.sort(-similarities, axis=1)[:, : Protocol().deepest_rank]
        figures = play_campaign(ranked.tolist(), protocol=Protocol(), model=published_model(), seed=seed)
        played.append(figures.measures())
    return {name: float(np.mean([measures[name] for measures in played])) for name in played[0]}


def _captions_of(path: Path) -> Sequence[str]:
    moments = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [moment["desc"] for moment in moments if moment["type"] == "v"]


@pytest.mark.parametrize("measure", ACCEPTED)
def test_the_mean_over_twenty_seeds_is_near_the_published_figure(means: dict[str, float], measure: str) -> None:
    published, accepted = ACCEPTED[measure]
    assert means[measure] == pytest.approx(published, abs=accepted)


def test_the_published_raw_scores_settle_to_the_published_figures(real_data: Path, tmp_path: Path) -> None:
    raw = real_data / "tvr_ranking" / "raw_annotation.csv"
    assert settle_file(raw, tmp_path / "labels.csv", tolerance=1) == Summary(
        rows=227_808,
        pairs=96_483,
        pairs_with_a_worker_twice=11_682,
        agreed=94_442,
        discarded=2_041,
        undecided=2,
        other_row_counts=0,
    )


def test_the_published_raw_scores_are_measured_as_published(real_data: Path) -> None:
    scores = read_raw_scores(real_data / "tvr_ranking" / "raw_annotation.csv")
    measures = measure_campaign(scores.pairs, protocol=Protocol(), queries=3281).measures()
    assert {name: round(measures[name], 3) for name in measures if not name.startswith("rank")} == {
        "in_round_2": 0.181,
        "discarded": 0.021,
        "extended": 0.471,
        "verdict_0": 0.061,
        "verdict_1": 0.199,
        "verdict_2": 0.312,
        "verdict_3": 0.253,
        "verdict_4": 0.153,
        "kappa": 0.288,
        "quadratic_kappa": 0.692,
        "kappa_of_rows": 0.288,
        "quadratic_kappa_of_rows": 0.692,
    }
