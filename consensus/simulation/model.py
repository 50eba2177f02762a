"""The parameters of synthetic annotators and pairs together, and the set fitted to the published scores."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from consensus.simulation.latent import LatentModel
from consensus.simulation.noise import NoiseModel


@dataclass(frozen=True, slots=True)
class SimulationModel:
    """How annotators score and what there is to score."""

    noise: NoiseModel
    latent: LatentModel

    def as_dict(self) -> dict[str, Any]:
        """The parameters as the keys `noise` and `latent` of a parameter file."""
        return asdict(self)


def read_model(text: str) -> SimulationModel:
    """The model of a parameter file's JSON text, other keys passed over.

    Raises ValueError when it is not JSON or lacks a parameter.
    """
    try:
        values = json.loads(text)
        return SimulationModel(NoiseModel(**values["noise"]), LatentModel(**values["latent"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"not the parameters of a simulation: {error}") from error


@cache
def published_model() -> SimulationModel:
    """The model fitted to the raw scores of the published campaign (docs/simulation.md)."""
    return read_model(files(__package__).joinpath("published.json").read_text(encoding="utf-8"))
