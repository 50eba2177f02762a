"""Finds, of many dense vectors, the few that may be among a query's best: one blocked float32 product, read once."""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import local
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

Block: TypeAlias = NDArray[np.float32]
Listed: TypeAlias = tuple[NDArray[np.int64], NDArray[np.float64]]

ROWS_AT_ONCE = 8192
BLOCK_CELLS = 2**24
"""Similarities held at once, 64 MB of float32."""
MOST_ROWS = 256
READERS = min(8, os.cpu_count() or 1)
EVERY = 16
"""A floor of a query's best is taken from every 16th similarity."""
ROUNDING = 1.0e-6
UNIT_FLOAT32: float = 2.0**-24


def blocks(rows: int, columns: int, cells: int = BLOCK_CELLS) -> Iterator[tuple[int, int]]:
    """Stretches of the rows, at most 256 and of at most so many cells each (at least one row)."""
    height = max(1, min(MOST_ROWS, cells // max(1, columns)))
    for start in range(0, rows, height):
        yield start, min(start + height, rows)


def shortlists(
    queries: NDArray[np.float32], moments: NDArray[np.float32], own: Sequence[int | None], *, top: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """For each query (q × d) the places, ascending, of all moments (m × d) that may be among its `top` best.

    Its own is always among them. With them come their dot products in float64. Nobody is missing whose
    dot product in exact arithmetic, rounded to 6 decimals, is among the `top` highest: whoever comes within the bound
    of the float32 error below the float32 product's own top is kept.
    """
    count = min(top, moments.shape[0])
    slack = _slack(queries, moments)
    columns = moments.T
    products = local()

    def listed(rows: tuple[int, int]) -> list[Listed]:
        start, end = rows
        block = _room(products, end - start, moments.shape[0])
        np.matmul(queries[start:end], columns, out=block)
        floors = _floors(block, count, slack)
        kept = [_kept(row, floor, count, slack) for row, floor in zip(block, floors, strict=True)]
        return [_exact(kept[row - start], queries[row], moments, own[row]) for row in range(start, end)]

    # Numpy lets go of the interpreter's lock, so readers work side by side, each with a product of its own. A product
    # that takes all cores leaves threads behind that wait for the next by spinning, on the readers' cores.
    stretches = blocks(queries.shape[0], moments.shape[0], BLOCK_CELLS // READERS)
    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(READERS) as readers:
        coming = deque(readers.submit(listed, rows) for rows in islice(stretches, 2 * READERS))
        while coming:
            found = coming.popleft().result()
            coming.extend(readers.submit(listed, rows) for rows in islice(stretches, 1))
            yield from found


def _room(products: local, rows: int, columns: int) -> Block:
    """Where a thread puts its products: the same memory for all of them, as the first has most rows."""
    if not hasattr(products, "room"):
        products.room = np.empty((rows, columns), dtype=np.float32)
    return products.room[:rows]


def exact_dots(rows: NDArray[np.float32], query: NDArray[np.float64]) -> NDArray[np.float64]:
    """Dot products in float64, summed by numpy's own loop: few rows are not worth a threaded product."""
    return np.asarray(np.einsum("ij,j->i", rows.astype(np.float64), query))


def _kept(row: Block, floor: np.float32, count: int, slack: float) -> NDArray[np.int64]:
    places = (row >= floor).nonzero()[0]
    if count and places.size > count:
        values = row[places]
        last = values.size - count
        best = float(np.partition(values, last)[last])
        places = places[values >= _lowered(best, slack)]
    return places


def _exact(places: NDArray[np.int64], query: Block, moments: Block, own: int | None) -> Listed:
    if own is not None:
        found = int(np.searchsorted(places, own))
        if found == places.size or int(places[found]) != own:
            places = np.insert(places, found, own)
    wide = query.astype(np.float64)
    starts = range(0, places.size, ROWS_AT_ONCE)
    parts = [exact_dots(moments.take(places[start : start + ROWS_AT_ONCE], axis=0), wide) for start in starts]
    return places, np.concatenate(parts) if parts else np.empty(0)


def _floors(block: NDArray[np.float32], count: int, slack: float) -> NDArray[np.float32]:
    """What none of a row's best lies below: the count-th best of a part is at most that of the whole row."""
    part = block[:, ::EVERY]
    if count == 0 or part.shape[1] <= count:
        return np.full(block.shape[0], -np.inf, dtype=np.float32)
    kept = part.shape[1] - count
    lowest = np.partition(part, kept, axis=1)[:, kept]
    return np.array([_lowered(float(value), slack) for value in lowest], dtype=np.float32)


def _lowered(best: float, slack: float) -> float:
    """The floor under that best one; similarities beyond −1…1 are tied with −1 and 1."""
    floor = min(best, 1.0) - slack
    return floor if floor > -1.0 else -math.inf


def _slack(queries: NDArray[np.float32], moments: NDArray[np.float32]) -> float:
    """How far two float32 products may stand in the other order than the rounded exact ones.

    The error of a product of d terms is at most d·u·|q|·|m|, to first order (Higham, Accuracy and Stability of
    Numerical Algorithms, section 3.1), on either side; rounding adds its own step.
    """
    error: float = 1.01 * queries.shape[1] * UNIT_FLOAT32 * _longest(queries) * _longest(moments)
    return 2 * error + ROUNDING + 4 * UNIT_FLOAT32


def _longest(vectors: NDArray[np.float32]) -> float:
    if not vectors.size:
        return 0.0
    return math.sqrt(np.einsum("ij,ij->i", vectors, vectors).max().item())
