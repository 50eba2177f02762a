"""A campaign in memory: the rules decide in it as they do anywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consensus.simulation.campaign import play_campaign
from consensus.simulation.latent import LatentModel
from consensus.simulation.model import SimulationModel, published_model
from consensus.simulation.noise import NoiseModel
from moments.protocol import Protocol

FULL = [1.0, *[0.5] * 39]
CERTAIN = NoiseModel(narrow_sd=0.0, wide_sd=0.0, wide_share=0.0)


def flat(level: float, noise: NoiseModel = CERTAIN) -> SimulationModel:
    return SimulationModel(noise, LatentModel(own=4.0, level=level, level_sd=0.0, decline=0.0, pair_sd=0.0))


@pytest.mark.parametrize(("level", "extended", "pairs"), [(2.0, 1.0, 120), (1.0, 0.0, 60)])
def test_batches_are_extended_when_their_last_pairs_reach_the_threshold(
    level: float, extended: float, pairs: int
) -> None:
    figures = play_campaign([FULL] * 3, protocol=Protocol(), model=flat(level), seed=0)
    assert (figures.extended, figures.pairs, figures.queries) == (extended, pairs, 3)


def test_without_noise_all_agree_on_the_latent() -> None:
    figures = play_campaign([FULL], protocol=Protocol(), model=flat(1.0), seed=0)
    assert figures.verdicts == (0.0, 0.95, 0.0, 0.0, 0.05)
    assert (figures.in_round_2, figures.discarded, figures.kappa, figures.kappa_of_rows) == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("candidates", "protocol", "pairs"),
    [
        (19, Protocol(), 19),
        (20, Protocol(), 20),
        (25, Protocol(), 25),
        (60, Protocol(), 40),
        (60, Protocol(batches=1), 20),
        (60, Protocol(batch_size=10), 20),
    ],
)
def test_no_more_is_scored_than_there_is_and_may_be(candidates: int, protocol: Protocol, pairs: int) -> None:
    assert play_campaign([[0.5] * candidates], protocol=protocol, model=flat(3.0), seed=0).pairs == pairs


def test_queries_of_different_depth_play_together() -> None:
    assert play_campaign([FULL, [], [0.5] * 3], protocol=Protocol(), model=flat(3.0), seed=0).pairs == 43


@pytest.mark.parametrize("similarities", [[], [[], []]])
def test_nothing_to_score_is_refused(similarities: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="at least one query with candidates"):
        play_campaign(similarities, protocol=Protocol(), model=flat(3.0), seed=0)


def test_a_tolerance_of_four_needs_no_second_round() -> None:
    figures = play_campaign([FULL] * 20, protocol=Protocol(tolerance=4), model=published_model(), seed=0)
    assert (figures.in_round_2, figures.discarded) == (0.0, 0.0)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(1, 45), min_size=1, max_size=8), st.integers(0, 2**32))
def test_shares_are_whole_and_a_seed_repeats(depths: list[int], seed: int) -> None:
    similarities = [FULL[:depth] for depth in depths]
    protocol = Protocol()
    figures = play_campaign(similarities, protocol=protocol, model=published_model(), seed=seed)
    assert sum(figures.verdicts) + figures.discarded == pytest.approx(1.0)
    assert figures.discarded <= figures.in_round_2
    assert figures == play_campaign(similarities, protocol=protocol, model=published_model(), seed=seed)


def test_more_noise_takes_more_second_rounds() -> None:
    trained = published_model()
    untrained = replace(trained, noise=trained.noise.scaled(1.5))
    shares = [
        play_campaign([FULL] * 100, protocol=Protocol(), model=m, seed=0).in_round_2 for m in (trained, untrained)
    ]
    assert shares == sorted(shares)
    assert shares[1] > 1.2 * shares[0]
