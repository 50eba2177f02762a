"""Plays a whole campaign in memory: two scores, the rule, two more, the suggestion, the second batch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from consensus.rules.extension import Advice, suggest_extension
from consensus.rules.ruling import ROUND_SIZE, rule_on
from consensus.simulation.figures import UNDECIDED, CampaignFigures, Grid, Mask, figures_of
from consensus.simulation.model import SimulationModel
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol


def play_campaign(
    similarities: Sequence[Sequence[float]],
    *,
    protocol: Protocol,
    model: SimulationModel,
    seed: int,
    scale: Scale = SCALE,
) -> CampaignFigures:
    """The figures of a campaign over queries whose candidates' similarities are given by rank.

    Candidates beyond the protocol's deepest rank stay out. Every suggestion is followed. The same
    arguments give the same figures. Raises ValueError when there is nothing to score.
    """
    candidates = [ranked[: protocol.deepest_rank] for ranked in similarities]
    if not any(candidates):
        raise ValueError("the campaign needs at least one query with candidates")
    rng = np.random.default_rng(seed)
    latents, exists = _latents_of(candidates, model, seed)
    scores = np.stack([model.noise.draw_all(rng, latents, scale) for _ in range(2 * ROUND_SIZE)])
    verdicts, in_round_2 = _verdicts_of(scores, protocol.tolerance, scale)
    extended = _extended_queries(verdicts, exists.sum(axis=1), protocol)
    in_batch_1 = np.arange(exists.shape[1]) < protocol.batch_size
    played = exists & (in_batch_1 | extended[:, np.newaxis])
    by_worker = np.where(in_round_2, rng.permuted(scores, axis=0), scores)
    return figures_of(
        queries=len(candidates),
        extended=float(extended.mean()),
        verdicts=verdicts[played],
        in_round_2=in_round_2[played],
        first_two=(scores[0][played], scores[1][played]),
        rows=(by_worker[0][played], by_worker[1][played]),
        batches=_full_batches(verdicts, played, protocol.batch_size),
        scale=scale,
    )


def _latents_of(
    candidates: Sequence[Sequence[float]], model: SimulationModel, seed: int
) -> tuple[NDArray[np.float64], Mask]:
    """The latent relevance at every query and rank, and if there is a candidate at all."""
    latents = np.zeros((len(candidates), max(map(len, candidates))))
    exists = np.zeros(latents.shape, dtype=np.bool_)
    for query, ranked in enumerate(candidates):
        latents[query, : len(ranked)] = model.latent.latents(ranked, seed=seed, query=query)
        exists[query, : len(ranked)] = True
    return latents, exists


def _verdicts_of(scores: Grid, tolerance: int, scale: Scale) -> tuple[Grid, Mask]:
    """Each pair's relevance or UNDECIDED, and whether it took the second round."""
    first_round = _rulings(ROUND_SIZE, tolerance, scale.count)[tuple(scores[:ROUND_SIZE])]
    in_round_2 = first_round == UNDECIDED
    both_rounds = _rulings(2 * ROUND_SIZE, tolerance, scale.count)[tuple(scores)]
    return np.where(in_round_2, both_rounds, first_round), in_round_2


@cache
def _rulings(count: int, tolerance: int, levels: int) -> Grid:
    """What the rule says of every possible combination of that many scores, indexed by the scores."""
    table = np.full((levels,) * count, UNDECIDED)
    for combination in np.ndindex(*table.shape):
        relevance = rule_on(combination, tolerance=tolerance).relevance
        if relevance is not None:
            table[combination] = relevance
    return table


def _extended_queries(verdicts: Grid, candidates: Grid, protocol: Protocol) -> Mask:
    """Where R6 and R7 open a second batch behind the verdicts of the first."""
    extended = np.zeros(len(verdicts), dtype=np.bool_)
    if protocol.batches == 1:
        return extended
    for query in np.flatnonzero(candidates > protocol.batch_size):
        batch = verdicts[query, : protocol.batch_size].tolist()
        relevances = [None if verdict == UNDECIDED else verdict for verdict in batch]
        extended[query] = suggest_extension(relevances, protocol=protocol).advice is Advice.EXTEND
    return extended


def _full_batches(verdicts: Grid, played: Mask, batch_size: int) -> Grid:
    """The verdicts of every batch that was played and is of full size, one a row."""
    starts = range(0, verdicts.shape[1] - batch_size + 1, batch_size)
    batches = [verdicts[played[:, at + batch_size - 1], at : at + batch_size] for at in starts]
    return np.concatenate([np.empty((0, batch_size), dtype=np.int64), *batches])
