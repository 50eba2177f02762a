"""How far a synthetic annotator's score lies from a pair's latent relevance."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evaluation.scale import SCALE, Scale


@dataclass(frozen=True, slots=True)
class NoiseModel:
    """A mixture of two Gaussians, rounded to R1's integers.

    Most scores miss the latent relevance by `narrow_sd` (the reading of the scale), a share
    `wide_share` by `wide_sd` (something overlooked or misread). Raises ValueError for a spread
    below 0 or a share outside 0 to 1.
    """

    narrow_sd: float
    wide_sd: float
    wide_share: float

    def __post_init__(self) -> None:
        if not (self.narrow_sd >= 0 and self.wide_sd >= 0):
            raise ValueError(f"a spread is at least 0, got {self.narrow_sd} and {self.wide_sd}")
        if not 0 <= self.wide_share <= 1:
            raise ValueError(f"wide_share is 0 to 1, got {self.wide_share}")

    def draw(self, rng: np.random.Generator, latent: float, scale: Scale = SCALE) -> int:
        """One score on the scale of a pair with this latent relevance, 0 to 4."""
        return int(self.draw_all(rng, np.array([latent]), scale)[0])

    def draw_all(
        self, rng: np.random.Generator, latents: NDArray[np.float64], scale: Scale = SCALE
    ) -> NDArray[np.int64]:
        """One independent score for each latent relevance, in the same shape.

        Latents and spreads are those of the published scale; another stretches or shrinks both.
        """
        is_wide = rng.random(latents.shape) < self.wide_share
        spread = np.where(is_wide, self.wide_sd, self.narrow_sd)
        noisy = latents + spread * rng.standard_normal(latents.shape)
        scores = np.rint(noisy * scale.span / SCALE.span)
        return np.clip(scores, scale.lowest, scale.highest).astype(np.int64)

    def scaled(self, factor: float) -> NoiseModel:
        """The same annotators with both spreads times `factor`: above 1 before training, 0 in truth."""
        return replace(self, narrow_sd=self.narrow_sd * factor, wide_sd=self.wide_sd * factor)
