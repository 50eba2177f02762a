"""Latent relevance: repeatable at any time, own moment high, falling by rank."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.simulation.latent import LatentModel

PLAIN = LatentModel(own=3.5, level=2.5, level_sd=0.0, decline=0.5, pair_sd=0.0)
VARIED = LatentModel(own=4.0, level=2.5, level_sd=0.9, decline=0.3, pair_sd=0.6)
SIMILARITIES = st.lists(st.floats(0, 1), max_size=60)


@given(SIMILARITIES, st.integers(0, 2**64), st.integers(0, 2**32 - 1))
def test_a_pairs_latent_is_the_same_whenever_it_is_asked_for(similarities: list[float], seed: int, query: int) -> None:
    whole = VARIED.latents(similarities, seed=seed, query=query).tolist()
    for rank in range(1, len(similarities) + 1):
        assert VARIED.latents(similarities[:rank], seed=seed, query=query).tolist() == whole[:rank]


@given(SIMILARITIES, st.integers(0, 2**32), st.integers(0, 10**6))
def test_latents_stay_on_the_scale(similarities: list[float], seed: int, query: int) -> None:
    latents = VARIED.latents(similarities, seed=seed, query=query)
    assert latents.shape == (len(similarities),)
    assert all(0 <= latent <= 4 for latent in latents)


def test_the_own_moment_lies_high_and_the_others_decline_behind_it() -> None:
    latents = PLAIN.latents([1.0, 0.8, 0.7, 0.6], seed=1, query=1)
    assert latents.tolist() == pytest.approx([3.5, 2.5, 2.5 - 0.5 * np.log(2), 2.5 - 0.5 * np.log(3)])


def test_a_query_without_an_own_moment_declines_from_the_first_rank() -> None:
    latents = PLAIN.latents([0.9, 0.8, 0.7], seed=1, query=1)
    assert latents.tolist() == pytest.approx([2.5, 2.5 - 0.5 * np.log(2), 2.5 - 0.5 * np.log(3)])


def test_queries_and_seeds_differ() -> None:
    drawn = [VARIED.latents([0.5] * 3, seed=seed, query=query).tolist() for seed in (0, 1) for query in (0, 1)]
    assert len({tuple(latents) for latents in drawn}) == 4


def test_pairs_of_a_query_are_more_alike_than_pairs_of_two() -> None:
    latents = np.array([VARIED.latents([0.5] * 20, seed=3, query=query)[10:] for query in range(200)])
    assert latents.std(axis=1).mean() < latents.std(axis=0).mean()


def test_the_second_batch_continues_the_decline() -> None:
    means = np.mean([VARIED.latents([1.0] + [0.5] * 39, seed=3, query=query) for query in range(4000)], axis=0)
    assert means[1:10].mean() > means[10:20].mean() > means[20:30].mean() > means[30:].mean()


@pytest.mark.parametrize("spreads", [(-0.1, 0.5), (0.5, -0.1)])
def test_a_negative_spread_is_refused(spreads: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="a spread is at least 0"):
        LatentModel(own=4, level=2, level_sd=spreads[0], decline=0.3, pair_sd=spreads[1])
