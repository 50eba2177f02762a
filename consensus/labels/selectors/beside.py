"""Joins rows that several queries return in one order, without holding more than one group of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any


class Beside:
    """Rows that begin with a key, in the order in which the keys are asked for; a key may have none."""

    def __init__(self, rows: Iterable[Sequence[Any]]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._key: object = None
        self._rows: Iterator[Sequence[Any]] = iter(())
        self._advance()

    def of(self, key: object) -> list[Sequence[Any]]:
        """The rows of the key, without it."""
        if key != self._key:
            return []
        found = [row[1:] for row in self._rows]
        self._advance()
        return found

    def _advance(self) -> None:
        self._key, self._rows = next(self._groups, (None, iter(())))
