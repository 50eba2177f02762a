"""Ranks candidates: the most similar moments of each query, exactly, ties broken (R6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

BLOCK = 256
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A moment, by its place among the moment vectors, at a rank from 1 with its similarity."""

    moment: int
    rank: int
    similarity: float


def ranked_candidates(
    queries: csr_matrix, moments: csr_matrix, own: Sequence[int | None], *, top: int
) -> Iterator[list[Candidate]]:
    """For each query its `top` candidates, best first.

    `queries` (q × d) and `moments` (m × d) hold unit rows; moments stand in ascending desc_id, so that
    equal similarities keep that order. `own[i]` is the place of query i's own moment, ranked first.
    Similarities are clamped to −1…1 and rounded to 6 decimals, on which ties are decided.
    """
    columns = moments.T.tocsr()
    for start in range(0, queries.shape[0], BLOCK):
        block = np.asarray((queries[start : start + BLOCK] @ columns).todense(), dtype=np.float64)
        for offset, similarities in enumerate(np.round(np.clip(block, -1.0, 1.0), DECIMALS)):
            yield _best(similarities, own[start + offset], top)


def _best(similarities: NDArray[np.float64], own: int | None, top: int) -> list[Candidate]:
    keys = similarities.copy()
    if own is not None:
        keys[own] = np.inf
    count = min(top, keys.size)
    if count == 0:
        return []
    threshold = np.partition(keys, keys.size - count)[keys.size - count]
    contenders = np.flatnonzero(keys >= threshold)
    order = contenders[np.argsort(-keys[contenders], kind="stable")][:count]
    return [Candidate(int(moment), rank, float(similarities[moment])) for rank, moment in enumerate(order, start=1)]
