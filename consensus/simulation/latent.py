"""The latent relevance of a query's ranked pairs: what annotators would agree on without any noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from evaluation.scale import SCALE

SAME_TEXT = 0.999


@dataclass(frozen=True, slots=True)
class LatentModel:
    """Relevance by rank: a level of each query, a decline by rank, a deviation of each pair.

    The query's own moment (rank 1, similarity at least SAME_TEXT) lies at `own` whatever the query's
    level. The others lie at `level` plus a deviation of the query with spread `level_sd`, less
    `decline` times the natural logarithm of the rank among the other moments, plus a deviation
    of the pair with spread `pair_sd`. Everything is cut off at 0 and 4.
    """

    own: float
    level: float
    level_sd: float
    decline: float
    pair_sd: float

    def __post_init__(self) -> None:
        if not (self.level_sd >= 0 and self.pair_sd >= 0):
            raise ValueError(f"a spread is at least 0, got {self.level_sd} and {self.pair_sd}")

    def latents(self, similarities: Sequence[float], *, seed: int, query: int) -> NDArray[np.float64]:
        """The latent relevance at rank 1, 2, … of the query with this number (at least 0).

        It depends on nothing but the arguments, and asking for fewer or more ranks changes none
        of them, so that a pair's latent can be asked for at any time.
        """
        deviations = _standard_deviations(seed, query, 1 + len(similarities))
        has_own = len(similarities) > 0 and similarities[0] >= SAME_TEXT
        ranks_among_others = np.arange(1, len(similarities) + 1) - has_own
        declines = self.decline * np.log(np.maximum(ranks_among_others, 1))
        centres = self.level + self.level_sd * deviations[0] - declines
        if has_own:
            centres[0] = self.own
        relevances: NDArray[np.float64] = np.clip(centres + self.pair_sd * deviations[1:], SCALE.lowest, SCALE.highest)
        return relevances


@lru_cache(maxsize=4096)
def _standard_deviations(seed: int, query: int, count: int) -> NDArray[np.float64]:
    """The query's own deviation and those of its pairs by rank, in units of their spreads.

    Kept, since a simulator asks for the pairs of a query one by one and a fit for all of them often.
    """
    # A spawn key, because SeedSequence pads with zeros: [seed, 0] would be the same stream as seed.
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(query,)))
    return rng.standard_normal(count)
