"""Synthetic annotators: scores stay on the scale, and spread as their parameters say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.simulation.noise import NoiseModel

LATENTS = st.floats(-2, 6)
NOISES = st.builds(NoiseModel, st.floats(0, 5), st.floats(0, 5), st.floats(0, 1))


@given(noise=NOISES, latent=LATENTS, seed=st.integers(0, 2**32))
def test_a_score_is_on_the_scale_and_repeats_with_its_seed(noise: NoiseModel, latent: float, seed: int) -> None:
    score = noise.draw(np.random.default_rng(seed), latent)
    assert score in range(5)
    assert score == noise.draw(np.random.default_rng(seed), latent)


@pytest.mark.parametrize(("latent", "score"), [(-1.0, 0), (0.4, 0), (0.6, 1), (2.0, 2), (3.7, 4), (9.0, 4)])
def test_without_noise_the_score_is_the_latent_rounded(latent: float, score: int) -> None:
    noise = NoiseModel(narrow_sd=0.4, wide_sd=1.7, wide_share=0.3).scaled(0)
    assert noise.draw(np.random.default_rng(0), latent) == score


def test_the_shape_of_the_latents_is_kept() -> None:
    scores = NoiseModel(0.4, 1.7, 0.3).draw_all(np.random.default_rng(0), np.full((3, 7), 2.0))
    assert scores.shape == (3, 7)


@pytest.mark.parametrize(("wide_share", "missed"), [(0.0, 0), (1.0, 1)])
def test_the_wide_share_decides_which_spread_counts(wide_share: float, missed: int) -> None:
    noise = NoiseModel(narrow_sd=0.0, wide_sd=1000.0, wide_share=wide_share)
    scores = noise.draw_all(np.random.default_rng(0), np.full(1000, 2.0))
    assert round(float(np.mean(scores != 2))) == missed


def test_scaling_multiplies_the_spreads_and_leaves_the_share() -> None:
    assert NoiseModel(0.5, 2.0, 0.25).scaled(2) == NoiseModel(1.0, 4.0, 0.25)


@pytest.mark.parametrize("factors", [(0.5, 1.0), (1.0, 1.5), (1.5, 3.0)])
def test_a_larger_factor_misses_more_often(factors: tuple[float, float]) -> None:
    latents = np.full(4000, 2.0)
    less, more = (
        float(np.mean(NoiseModel(0.4, 1.7, 0.3).scaled(f).draw_all(np.random.default_rng(1), latents) != 2))
        for f in factors
    )
    assert less < more


@pytest.mark.parametrize(
    "values", [(-0.1, 1, 0.5), (0.1, -1, 0.5), (0.1, 1, 1.1), (0.1, 1, -0.1), (float("nan"), 1, 0)]
)
def test_impossible_parameters_are_refused(values: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match=r"a spread is at least 0|wide_share is 0 to 1"):
        NoiseModel(*values)
