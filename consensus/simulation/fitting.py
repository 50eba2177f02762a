"""Refits the synthetic annotators and pairs to the figures of a campaign that was held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from consensus.simulation.campaign import play_campaign
from consensus.simulation.figures import CampaignFigures
from consensus.simulation.latent import LatentModel
from consensus.simulation.model import SimulationModel
from consensus.simulation.noise import NoiseModel
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol

# How far off counts as 1: least for the figures that decide how much work a campaign is.
WEIGHED = {
    "in_round_2": 0.01,
    "discarded": 0.0025,
    "extended": 0.01,
    "kappa": 0.02,
    "kappa_of_rows": 0.02,
    "quadratic_kappa_of_rows": 0.03,
}
OF_A_VERDICT, OF_A_RANK = 0.03, 0.15  # the latter on the published scale; a longer one allows more
WEIGHED_RANKS = (1, 2, 3, 5, 10, 20)
NOISE = ("narrow_sd", "wide_sd", "wide_share")
LATENT = ("own", "level", "level_sd", "decline", "pair_sd")
START = np.array([0.4, 1.7, 0.3, 4.2, 2.5, 0.8, 0.3, 0.6])
SPREAD = np.array([0.1, 0.4, 0.08, 0.3, 0.3, 0.2, 0.08, 0.15])
LEAST = np.array([0.05, 0.1, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0])
MOST = np.array([2.0, 4.0, 1.0, 5.0, 5.0, 3.0, 2.0, 3.0])

GENERATIONS, CANDIDATES, KEPT = 32, 32, 8
LEAST_SPREAD = 0.15
QUERIES_A_TRIAL = 1000
CHECK_SEEDS, CHECK_QUERIES = 20, 500

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """The fitted model and, by measure, the target and what the model reached."""

    model: SimulationModel
    table: dict[str, tuple[float, float]]


def fit_model(targets: CampaignFigures, *, protocol: Protocol, seed: int, scale: Scale = SCALE) -> Fit:
    """The model whose campaigns on the scale come nearest to the targets; the same seed gives the same one.

    Its parameters are in units of the published scale, as `NoiseModel` takes them, whatever the scale is.

    Search by cross-entropy (Rubinstein 1999): candidates are drawn around a centre, the best
    become the next centre and spread. Every generation plays other queries and the spread never
    falls below a part of the first, so that the mean of the later centres does not follow the
    chance of one sample. The work is bounded: GENERATIONS × CANDIDATES campaigns in memory.
    """
    wanted, weighed = targets.measures(), weights_on(scale)
    rng = np.random.default_rng(seed)
    centres, spread = [START], SPREAD
    for _ in range(GENERATIONS):
        trial_seed = int(rng.integers(2**32))
        drawn = centres[-1] + spread * rng.standard_normal((CANDIDATES, len(START)))
        candidates = np.clip(drawn, LEAST, MOST)
        misses = [_miss(candidate, wanted, weighed, protocol, trial_seed, scale) for candidate in candidates]
        best = candidates[np.argsort(misses)[:KEPT]]
        centres.append(best.mean(axis=0))
        spread = np.maximum(best.std(axis=0), LEAST_SPREAD * SPREAD)
    model = _model_at(np.mean(centres[-GENERATIONS // 2 :], axis=0))
    queries, seeds = _queries(protocol, CHECK_QUERIES), range(CHECK_SEEDS)
    reached = mean_measures(model, queries, protocol=protocol, seeds=seeds, scale=scale)
    return Fit(model, {name: (wanted[name], reached[name]) for name in wanted if name in reached})


def mean_measures(
    model: SimulationModel,
    similarities: Sequence[Sequence[float]],
    *,
    protocol: Protocol,
    seeds: Sequence[int],
    scale: Scale = SCALE,
) -> dict[str, float]:
    """The mean over seeds of every measure of the campaign that the model plays over these queries."""
    played = [
        play_campaign(similarities, protocol=protocol, model=model, seed=seed, scale=scale).measures() for seed in seeds
    ]
    return {name: float(np.mean([measures[name] for measures in played])) for name in played[0]}


def weights_on(scale: Scale) -> dict[str, float]:
    """How far off counts as 1, of every figure on the scale."""
    verdicts = {f"verdict_{level}": OF_A_VERDICT for level in scale.levels}
    ranks = {f"rank_{rank}": OF_A_RANK * scale.span / SCALE.span for rank in WEIGHED_RANKS}
    return {**WEIGHED, **verdicts, **ranks}


def _miss(
    candidate: Vector,
    wanted: Mapping[str, float],
    weighed: Mapping[str, float],
    protocol: Protocol,
    seed: int,
    scale: Scale,
) -> float:
    figures = play_campaign(
        _queries(protocol, QUERIES_A_TRIAL), protocol=protocol, model=_model_at(candidate), seed=seed, scale=scale
    )
    reached = figures.measures()
    shared = [name for name in wanted if name in weighed and name in reached]
    return sum(((reached[name] - wanted[name]) / weighed[name]) ** 2 for name in shared)


def _model_at(parameters: Vector) -> SimulationModel:
    values = [round(value, 4) for value in parameters.tolist()]
    noise = NoiseModel(**dict(zip(NOISE, values[: len(NOISE)], strict=True)))
    return SimulationModel(noise, LatentModel(**dict(zip(LATENT, values[len(NOISE) :], strict=True))))


def _queries(protocol: Protocol, count: int) -> list[list[float]]:
    """Queries with their own moment first, as many candidates as can ever be scored."""
    return [[1.0, *[0.5] * (protocol.deepest_rank - 1)]] * count
