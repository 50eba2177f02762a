"""Ranks and choices of a score matrix, from two passes over blocks of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.columns import Floats, Ints
from evaluation.twins.metrics.answers import Answers, choices, ranks_from
from evaluation.twins.metrics.items import TwinItems

Block = NDArray[np.float32]
Blocks = Callable[[], Iterator[Block]]


def matrix_answers(items: TwinItems, rows: Ints, columns: Ints, blocks: Blocks) -> tuple[Answers, Answers]:
    """What the rows find among the columns, and the columns among the rows.

    `rows` and `columns` say which item each row and column is. `blocks` yields the rows in order, some at a time, and
    is called twice, so that memory is needed for one block and for counts by item.
    """
    own, twin = _met(items, rows, columns, blocks)
    by_row, by_column = _counted(items, rows, columns, blocks, own)
    has_twin = np.flatnonzero(items.twin >= 0)
    # Row i against the column of its twin is, seen from that column, the row of the column's twin.
    seen_from_column = twin[items.twin[has_twin]]
    return (
        by_row.answers(items, choices(own[has_twin], twin[has_twin])),
        by_column.answers(items, choices(own[has_twin], seen_from_column)),
    )


@dataclass(frozen=True, slots=True)
class _Counts:
    """For each item, candidates with a higher score and with one not lower: among the forward ones, and among all."""

    higher: Floats
    not_lower: Floats

    @staticmethod
    def zero(items: int) -> _Counts:
        return _Counts(np.zeros((2, items)), np.zeros((2, items)))

    def answers(self, items: TwinItems, binary: Floats) -> Answers:
        ranks = ranks_from(self.higher, self.not_lower)
        return Answers(ranks[0, items.forward], ranks[1], binary)


def _met(items: TwinItems, rows: Ints, columns: Ints, blocks: Blocks) -> tuple[Floats, Floats]:
    """Each item's score with itself and with its twin; 0 where it has none."""
    own, twin = np.zeros(len(rows)), np.zeros(len(rows))
    column_of = np.argsort(columns)
    for item, block in _rows_of(rows, blocks):
        lines = np.arange(len(item))
        own[item] = block[lines, column_of[item]]
        twin[item] = np.where(items.twin[item] < 0, 0, block[lines, column_of[items.twin[item]]])
    return own, twin


def _counted(items: TwinItems, rows: Ints, columns: Ints, blocks: Blocks, own: Floats) -> tuple[_Counts, _Counts]:
    by_row, by_column = _Counts.zero(len(rows)), _Counts.zero(len(rows))
    forward_first = np.argsort(~items.forward[columns], kind="stable")
    forward, sought = int(items.forward.sum()), own.astype(np.float32)
    for item, block in _rows_of(rows, blocks):
        scores, of_row = block[:, forward_first], sought[item][:, None]
        of_column, runs_forward = sought[columns[forward_first]], items.forward[item]
        ahead = (np.greater, by_row.higher, by_column.higher)
        not_behind = (np.greater_equal, by_row.not_lower, by_column.not_lower)
        for compare, in_row, in_column in (ahead, not_behind):
            met = compare(scores, of_row)
            found = np.count_nonzero(met[:, :forward], axis=1)
            in_row[:, item] = found, found + np.count_nonzero(met[:, forward:], axis=1)
            met = compare(scores, of_column)
            in_column[0, columns[forward_first]] += np.count_nonzero(met[runs_forward], axis=0)
            in_column[1, columns[forward_first]] += np.count_nonzero(met, axis=0)
    return by_row, by_column


def _rows_of(rows: Ints, blocks: Blocks) -> Iterator[tuple[Ints, NDArray[Any]]]:
    begin = 0
    for block in blocks():
        yield rows[begin : begin + len(block)], block
        begin += len(block)
