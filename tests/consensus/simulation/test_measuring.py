"""Figures measured from raw scores, and the parameters refitted to them."""

from __future__ import annotations

import json

import pytest

from consensus.rawscores.reading import RawPair
from consensus.simulation import fitting
from consensus.simulation.campaign import play_campaign
from consensus.simulation.figures import own_moment_from
from consensus.simulation.fitting import fit_model
from consensus.simulation.measuring import PUBLISHED_EXTENDED, measure_campaign
from consensus.simulation.model import published_model, read_model
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol

SMALL = Protocol(batch_size=2, window=1)


def pairs_of(scores: dict[str, list[int]]) -> dict[str, RawPair]:
    return {name: RawPair([], given) for name, given in scores.items()}


def test_the_figures_of_a_file_are_counted_by_hand() -> None:
    scores = {"5": [2, 2], "4": [3, 4], "0": [4, 4], "1": [0, 2, 4, 4], "8": [1], "9": [0, 1]}
    figures = measure_campaign(pairs_of(scores), protocol=SMALL, queries=2)
    assert (figures.pairs, figures.in_round_2, figures.discarded, figures.extended) == (5, 0.2, 0.2, 0.5)
    assert figures.verdicts == (0.0, 0.2, 0.2, 0.0, 0.4)
    assert figures.by_rank == (4.0, 2.0)


def test_without_the_number_of_queries_the_published_share_stands_in() -> None:
    assert measure_campaign(pairs_of({"0": [4, 4]}), protocol=SMALL).extended == PUBLISHED_EXTENDED


@pytest.mark.parametrize(
    ("scores", "queries", "problem"),
    [
        ({"0": [4]}, None, "no pair has two or four rows"),
        ({"q1": [4, 4]}, None, "pair ids in blocks of one batch are integers"),
        ({"0": [4, 4], "2": [4, 4], "4": [4, 4]}, 1, "1 queries cannot have 3 batches"),
        ({"0": [4, 4]}, 2, "2 queries cannot have 1 batches"),
        ({"0": [4, 4]}, 0, "0 queries cannot have 1 batches"),
    ],
)
def test_raw_scores_that_tell_nothing_are_refused(
    scores: dict[str, list[int]], queries: int | None, problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        measure_campaign(pairs_of(scores), protocol=SMALL, queries=queries)


def test_the_same_seed_fits_the_same_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "GENERATIONS", 2)
    monkeypatch.setattr(fitting, "QUERIES_A_TRIAL", 20)
    monkeypatch.setattr(fitting, "CHECK_QUERIES", 20)
    targets = measure_campaign(pairs_of({"0": [4, 4], "1": [1, 2]}), protocol=Protocol())
    first, again = (fit_model(targets, protocol=Protocol(), seed=5) for _ in range(2))
    assert first == again
    assert first.table["verdict_4"][0] == 0.5


def test_a_search_on_seven_levels_finds_the_annotators_that_made_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "GENERATIONS", 6)
    monkeypatch.setattr(fitting, "QUERIES_A_TRIAL", 60)
    monkeypatch.setattr(fitting, "CHECK_QUERIES", 60)
    scale = Scale(0, 6)
    protocol, queries = Protocol().moved(SCALE, scale), [[1.0, *[0.5] * 39]] * 60
    targets = play_campaign(queries, protocol=protocol, model=published_model(), seed=3, scale=scale)
    fit = fit_model(targets, protocol=protocol, seed=5, scale=scale)
    assert [name for name in fit.table if name.startswith("verdict_")] == [f"verdict_{level}" for level in range(7)]
    assert max(abs(fit.table[f"verdict_{level}"][0] - fit.table[f"verdict_{level}"][1]) for level in range(7)) < 0.08
    assert abs(fit.table["kappa"][0] - fit.table["kappa"][1]) < 0.1


@pytest.mark.parametrize(("highest", "own"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (6, 5)])
def test_an_own_moment_reaches_the_same_share_of_every_scale(highest: int, own: int) -> None:
    assert own_moment_from(Scale(0, highest)) == own


def test_a_written_model_reads_back() -> None:
    assert read_model(json.dumps(published_model().as_dict())) == published_model()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"noise": {}, "latent": {}}', '{"noise": 1, "latent": 2}'])
def test_a_text_that_is_no_model_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not the parameters of a simulation|Expecting value"):
        read_model(text)
