"""The systems that studies of measures look at, and how simulated ones fill in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.metrics.columns import Predictions
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import Labels
from evaluation.scale import SCALE, Scale
from evaluation.studies.simulated import simulated_systems

ENOUGH = 10  # systems, for τ-b to say something
MOST_SIMULATED = 200


@dataclass(frozen=True, slots=True)
class Entries:
    """Systems by name with their predictions; the last `simulated` of them are simulated."""

    names: list[str]
    predictions: list[Predictions]
    simulated: int


def filled_up(
    names: Sequence[str],
    predictions: Sequence[Predictions],
    labels: Labels,
    *,
    simulated: int | None,
    seed: int,
    scale: Scale = SCALE,
) -> Entries:
    """The systems with so many simulated ones; as many as ENOUGH systems lack, if no number is given.

    Raises EvaluationError if that makes fewer than two systems, or two of one name.
    """
    number = max(0, ENOUGH - len(names)) if simulated is None else simulated
    if len(names) + number < 2:
        raise EvaluationError("at least two systems are needed")
    more, made = simulated_systems(labels, number, seed=seed, scale=scale)
    if clash := set(names) & set(more):
        raise EvaluationError(f"runs: {min(clash)!r} is the name of a simulated system")
    return Entries([*names, *more], [*predictions, *made], number)
