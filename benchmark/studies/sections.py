"""A part of what a study found, as pages show it: a sentence, charts, and tables with every figure."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmark.runs.tables import Table
from moments.base.charts import Chart


@dataclass(frozen=True, slots=True)
class Section:
    """One question of a study. `small` charts stand beside each other."""

    name: str
    title: str
    sentence: str
    tables: list[Table]
    charts: list[Chart] = field(default_factory=list)
    small: bool = False
    legend: str = ""
