"""The figures of a campaign that was held, measured from its raw scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from consensus.rawscores.reading import RawPair
from consensus.rules.ruling import ROUND_SIZE, rule_on
from consensus.simulation.figures import UNDECIDED, CampaignFigures, Grid, figures_of
from evaluation.scale import SCALE, Scale
from moments.protocol import Protocol

PUBLISHED_EXTENDED = 0.471


def measure_campaign(
    pairs: Mapping[str, RawPair], *, protocol: Protocol, queries: int | None = None, scale: Scale = SCALE
) -> CampaignFigures:
    """The figures of raw scores whose integer pair ids run in blocks of one batch.

    Which batches are second ones a file does not say: given the number of `queries`, the batches
    beyond them are; without it `extended` is the published share, and 0 queries are reported. The
    order of the four rows of a pair is unknown, so `kappa` repeats `kappa_of_rows`. Pairs with neither
    two nor four rows stay out. Raises ValueError when no pair is left or the queries do not fit.
    """
    ruled = {name: pair for name, pair in pairs.items() if len(pair.scores) in (ROUND_SIZE, 2 * ROUND_SIZE)}
    if not ruled:
        raise ValueError("no pair has two or four rows")
    verdicts = {name: _verdict_of(pair, protocol) for name, pair in ruled.items()}
    blocks = _blocks_of(verdicts, protocol.batch_size)
    first, second = (np.array([pair.scores[row] for pair in ruled.values()]) for row in range(ROUND_SIZE))
    return figures_of(
        queries=queries or 0,
        extended=PUBLISHED_EXTENDED if queries is None else _extended_share(len(blocks), queries, protocol),
        verdicts=np.array(list(verdicts.values())),
        in_round_2=np.array([len(pair.scores) > ROUND_SIZE for pair in ruled.values()]),
        first_two=(first, second),
        rows=(first, second),
        batches=_full(blocks, protocol.batch_size),
        scale=scale,
    )


def _verdict_of(pair: RawPair, protocol: Protocol) -> int:
    relevance = rule_on(pair.scores, tolerance=protocol.tolerance).relevance
    return UNDECIDED if relevance is None else relevance


def _blocks_of(verdicts: Mapping[str, int], batch_size: int) -> list[list[int]]:
    """The verdicts of each batch in the order of their pair ids."""
    try:
        by_id = sorted((int(name), verdict) for name, verdict in verdicts.items())
    except ValueError as error:
        raise ValueError(f"pair ids in blocks of one batch are integers: {error}") from error
    blocks: dict[int, list[int]] = defaultdict(list)
    for pair_id, verdict in by_id:
        blocks[pair_id // batch_size].append(verdict)
    return list(blocks.values())


def _full(blocks: list[list[int]], batch_size: int) -> Grid:
    full = [block for block in blocks if len(block) == batch_size]
    return np.array(full, dtype=np.int64).reshape(len(full), batch_size)


def _extended_share(batches: int, queries: int, protocol: Protocol) -> float:
    if not queries <= batches <= queries * protocol.batches:
        raise ValueError(f"{queries} queries cannot have {batches} batches")
    return (batches - queries) / queries
