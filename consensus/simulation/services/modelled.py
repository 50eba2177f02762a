"""Latent relevances that the model makes up for the pairs of the database, by rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from consensus.simulation.model import SimulationModel
from moments.models import Pair


class ModelledLatents:
    """A pair's latent relevance, 0 to 4: always the same for a seed, read a query at a time."""

    def __init__(self, model: SimulationModel, *, seed: int) -> None:
        self.model, self.seed = model, seed
        self.latents: dict[int, NDArray[np.float64]] = {}

    def __call__(self, pair: Pair) -> float:
        """The latent relevance of the pair, whose query is loaded."""
        if pair.query_id not in self.latents:
            ranked = dict(Pair.objects.filter(query=pair.query_id).values_list("rank", "similarity"))
            similarities = [ranked.get(rank, 0.0) for rank in range(1, max(ranked) + 1)]  # a study leaves ranks out
            self.latents[pair.query_id] = self.model.latent.latents(
                similarities, seed=self.seed, query=pair.query.query_id
            )
        return float(self.latents[pair.query_id][pair.rank - 1])
