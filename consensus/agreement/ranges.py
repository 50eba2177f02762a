"""How far the scores of a campaign's pairs lie apart: ranges of pairs, and the queries that split people most."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from annotator.statistics.scale import Integers
from consensus.agreement.columns import Flags, Scored

MOST_DISPUTED = 20


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of pairs beyond their scores: those that went to round 2, and the discarded."""

    escalated: Collection[int]
    discarded: Collection[int]


@dataclass(frozen=True, slots=True)
class Disputed:
    """A query's pairs with two scores or more: how many went to round 2, were discarded, and their mean range."""

    query: int
    pairs: int
    escalated: int
    discarded: int
    mean_range: float

    @property
    def escalated_share(self) -> float:
        """The share that went to round 2 (0 to 1)."""
        return self.escalated / self.pairs

    @property
    def discarded_share(self) -> float:
        """The share that was discarded (0 to 1)."""
        return self.discarded / self.pairs


def score_ranges(scored: Scored) -> tuple[tuple[int, ...], ...]:
    """How many pairs have which lowest (row) and highest (column) score."""
    low, high = scored.ends()
    size, lowest = scored.scale.count, scored.scale.lowest
    cells = np.bincount((low - lowest) * size + high - lowest, minlength=size**2)
    return tuple(tuple(row) for row in cells.reshape(size, size).tolist())


def disputed_queries(scored: Scored, fate: Fate) -> tuple[Disputed, ...]:
    """The queries with most pairs in round 2 by share; ties by the mean range of their pairs' scores."""
    starts, _ = scored.units()
    low, high = scored.ends()
    pairs, (queries, places) = scored.pair[starts], np.unique(scored.query[starts], return_inverse=True)
    escalated = _sums(places, np.isin(pairs, list(fate.escalated)), len(queries))
    discarded = _sums(places, np.isin(pairs, list(fate.discarded)), len(queries))
    counts, ranges = np.bincount(places, minlength=len(queries)), _sums(places, high - low, len(queries))
    order = np.lexsort((queries, -ranges / np.maximum(counts, 1), -escalated / np.maximum(counts, 1)))
    return tuple(
        Disputed(
            query=int(queries[at]),
            pairs=int(counts[at]),
            escalated=int(escalated[at]),
            discarded=int(discarded[at]),
            mean_range=float(ranges[at] / counts[at]),
        )
        for at in order[:MOST_DISPUTED].tolist()
        if escalated[at] or ranges[at]
    )


def _sums(places: Integers, values: Integers | Flags, size: int) -> Integers:
    return np.bincount(places, weights=values, minlength=size).astype(np.int64)
