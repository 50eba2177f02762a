"""Lays out two runs side by side as tables for papers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from benchmark.runs.tables import Cell, Column, Ends, Table, estimates

DECIMALS = 4


class MeasureRow(NamedTuple):
    """A measure: both means, the difference with its interval, and on how many queries the first wins, loses, ties."""

    measure: str
    first: float
    second: float
    difference: Ends
    wins: int
    losses: int
    ties: int


def differences_table(names: tuple[str, str], rows: Iterable[MeasureRow]) -> Table:
    """Every measure of both runs, first minus second."""
    columns = [Column("Measure", "text"), *map(Column, names), *estimates(["Difference"])]
    columns += [Column("First better"), Column("Second better"), Column("Equal")]
    return Table("Differences with paired 95% intervals", columns, [list(row) for row in rows], DECIMALS)


def queries_table(measure: str, names: tuple[str, str], rows: Iterable[tuple[int, str, float, float]]) -> Table:
    """Every query with both values."""
    columns = [Column("Query"), Column("Text", "text"), *map(Column, names), Column("Difference")]
    cells: list[list[Cell]] = [[number, text, one, other, one - other] for number, text, one, other in rows]
    return Table(f"{measure} by query", columns, cells, DECIMALS)
