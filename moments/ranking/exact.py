"""Ranks candidates: the most similar moments of each query, exactly, ties broken (R6).

Vectors are sparse (csr_matrix of float64) or dense (an array of float32), unit rows in both. What counts of a dense
similarity is the dot product taken in float64: the float32 product of a block only says who may be among the best,
so a ranking does not depend on how a library or a machine adds up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

from moments.encoders.encoder import Dense, Vectors
from moments.ranking.shortlists import BLOCK_CELLS, ROWS_AT_ONCE, blocks, exact_dots, shortlists

Numbers: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.int64]

DECIMALS = 6


class RankedPlace(NamedTuple):
    """A moment, by its place among the moment vectors, at a rank from 1 with its similarity."""

    moment: int
    rank: int
    similarity: float


def ranked_candidates(
    queries: Vectors, moments: Vectors, own: Sequence[int | None], *, top: int
) -> Iterator[list[RankedPlace]]:
    """For each query its `top` candidates, best first.

    `queries` (q × d) and `moments` (m × d) hold unit rows, both sparse or both dense; moments come in ascending
    desc_id, so that equal similarities keep that order. `own[i]` is the place of query i's own moment, ranked first.
    Similarities are clamped to −1…1 and rounded to 6 decimals, on which ties are decided.
    """
    if isinstance(moments, np.ndarray):
        assert isinstance(queries, np.ndarray)
        return _ranked_dense(queries, moments, own, top)
    assert not isinstance(queries, np.ndarray)
    return _ranked_sparse(queries, moments, own, top)


def all_similarities(query: Vectors, vectors: Vectors) -> Numbers:
    """The query's similarity with every row of `vectors` (m × d), shape (m,): clamped, rounded, as ranks rest on.

    `query` is one row of the same kind: sparse 1 × d, or dense of shape (d,) or (1, d).
    """
    if not isinstance(vectors, np.ndarray):
        return _settled(np.asarray((query @ vectors.T).todense(), dtype=np.float64).ravel())
    exact = np.asarray(query, dtype=np.float64).ravel()
    starts = range(0, vectors.shape[0], ROWS_AT_ONCE)
    parts = [exact_dots(vectors[start : start + ROWS_AT_ONCE], exact) for start in starts]
    return _settled(np.concatenate(parts)) if parts else np.empty(0)


def ranks_of_all(query: Vectors, vectors: Vectors, own: int | None = None) -> tuple[Places, Numbers]:
    """Every moment's rank from 1, and its similarity, both by place among `vectors`: R6 without a cut."""
    similarities = all_similarities(query, vectors)
    order = np.argsort(-_keys(similarities, own, None), kind="stable")
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.arange(1, order.size + 1)
    return ranks, similarities


def _ranked_dense(queries: Dense, moments: Dense, own: Sequence[int | None], top: int) -> Iterator[list[RankedPlace]]:
    for place, (contenders, dots) in enumerate(shortlists(queries, moments, own, top=top)):
        yield _best(_settled(dots), own[place], top, contenders)


def _ranked_sparse(
    queries: scipy.sparse.csr_matrix, moments: scipy.sparse.csr_matrix, own: Sequence[int | None], top: int
) -> Iterator[list[RankedPlace]]:
    columns = moments.T.tocsr()
    for start, end in blocks(queries.shape[0], columns.shape[1], BLOCK_CELLS // 2):
        block = np.asarray((queries[start:end] @ columns).todense(), dtype=np.float64)
        for offset, similarities in enumerate(block):
            yield _best(_settled(similarities), own[start + offset], top, None)


def _settled(similarities: Numbers) -> Numbers:
    """Clamped to −1…1 and rounded, in place."""
    np.maximum(np.minimum(similarities, 1.0, out=similarities), -1.0, out=similarities)
    return similarities.round(DECIMALS, out=similarities)


def _keys(similarities: Numbers, own: int | None, places: Places | None) -> Numbers:
    """What to sort by, the best highest: the similarities, and the own moment above all."""
    keys = similarities.copy()
    if own is not None:
        keys[own if places is None else int(np.searchsorted(places, own))] = np.inf
    return keys


def _best(similarities: Numbers, own: int | None, top: int, places: Places | None) -> list[RankedPlace]:
    """The best of these similarities, which belong to `places` (ascending; None: every place)."""
    keys = _keys(similarities, own, places)
    count = min(top, keys.size)
    if count == 0:
        return []
    contenders = None
    if keys.size > 4 * count:
        contenders = np.flatnonzero(keys >= np.partition(keys, keys.size - count)[keys.size - count])
        keys = keys[contenders]
    order = np.argsort(-keys, kind="stable")[:count]
    order = order if contenders is None else contenders[order]
    named = order if places is None else places[order]
    found = zip(named.tolist(), range(1, count + 1), similarities[order].tolist(), strict=True)
    return list(map(RankedPlace._make, found))
