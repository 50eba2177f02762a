"""Lays out what is known of a campaign's runs as tables for papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from benchmark.runs.seeds import Spread
from benchmark.runs.tables import Cell, Column, Ends, Table, estimates
from evaluation.scoring.published import BENCHMARK, PublishedRow

DECIMALS = 4


def runs_table(measures: Sequence[str], rows: Iterable[tuple[int, str, Sequence[Ends | None]]]) -> Table:
    """Every run's number, name and means with their intervals."""
    columns = [Column("Run", "text"), Column("No."), *estimates(measures)]
    cells: list[list[Cell]] = [[name, number, *values] for number, name, values in rows]
    return Table("Means of the runs with 95% intervals", columns, cells, DECIMALS)


def seeds_table(measures: Sequence[str], rows: Iterable[tuple[str, Sequence[int], Sequence[Spread | None]]]) -> Table:
    """Every system's mean and standard deviation over the seeds of its runs."""
    columns = [Column("System", "text"), Column("Seeds", "text"), *(Column(name, "spread") for name in measures)]
    cells: list[list[Cell]] = [
        [system, ", ".join(map(str, seeds)), *(None if one is None else (one.mean, one.deviation) for one in spreads)]
        for system, seeds, spreads in rows
    ]
    return Table("Means and standard deviations over seeds", columns, cells, DECIMALS)


def grid_table(
    families: Mapping[str, str], rows: Iterable[tuple[int, float, Sequence[Ends | None], Ends | None]]
) -> Table:
    """One run under every measure at each cut-off and threshold, with NDCG of the similarity order."""
    names = [*families, "NDCG of the similarity order"]
    columns = [Column("K"), Column("IoU"), *estimates(names)]
    cells: list[list[Cell]] = [[k, iou, *values, order] for k, iou, values, order in rows]
    return Table("Means with 95% intervals", columns, cells, DECIMALS)


def published_table(rows: Iterable[PublishedRow]) -> Table:
    """Published results at one cut-off and threshold."""
    columns = [Column("System", "text"), Column("Measure", "text"), Column("Captions"), Column("val"), Column("test")]
    cells: list[list[Cell]] = [[row.system, row.measure, row.top, row.val, row.test] for row in rows]
    return Table(f"Published results of {BENCHMARK}", columns, cells, DECIMALS)
