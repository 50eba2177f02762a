"""The confusion table: how often which score met which, the ground of every measure of two sides."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from annotator.statistics.bootstrap import Units
from annotator.statistics.scale import Integers, positions_of
from evaluation.scale import SCALE

Unit = TypeVar("Unit", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ConfusionTable:
    """How many units have each couple of scores: `counts[reference][given]`, both from the scale's lowest up."""

    scale: range
    counts: tuple[tuple[int, ...], ...]

    @property
    def n(self) -> int:
        """How many units both sides scored."""
        return sum(map(sum, self.counts))

    def units(self) -> Units:
        """The units by kind: one for each cell that holds any."""
        cells = np.array(self.counts, dtype=np.int64).ravel()
        filled = np.flatnonzero(cells)
        return Units(np.eye(len(cells))[filled], cells[filled])


def confusion_table(
    given: Sequence[int] | Integers, reference: Sequence[int] | Integers, *, scale: range = SCALE.levels
) -> ConfusionTable:
    """The table of two columns of scores, one entry a unit each; ValueError if they differ in length."""
    if len(given) != len(reference):
        raise ValueError(f"the columns hold {len(given)} and {len(reference)} scores")
    cells = positions_of(reference, scale) * len(scale) + positions_of(given, scale)
    return table_from(np.bincount(cells, minlength=len(scale) ** 2), scale)


def shared_confusion_table(
    given: Mapping[Unit, int], reference: Mapping[Unit, int], *, scale: range = SCALE.levels
) -> ConfusionTable:
    """The table of the units that both mappings (from unit to score) hold."""
    shared = [unit for unit in given if unit in reference]
    return confusion_table([given[unit] for unit in shared], [reference[unit] for unit in shared], scale=scale)


def table_from(cells: Integers, scale: range) -> ConfusionTable:
    """The table of counted cells, the reference's score slow and the given one fast."""
    grid = cells.reshape(len(scale), len(scale))
    return ConfusionTable(scale, tuple(tuple(row) for row in grid.tolist()))
