"""The kappas of every two people as the cells of a page and the rows of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting
from annotator.text.spreadsheet import Cell
from consensus.agreement.figures import AgreementFigures, Couple

SHADES = (0.2, 0.4, 0.6, 0.8)
FEW = 30


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One couple's kappa of `n` pairs; `shade` goes from 0 (below 0.2) to 4; `few` marks fewer than 30 pairs."""

    other: str
    n: int
    value: float | None
    reason: str
    shade: int
    few: bool


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One person's couples in the order of the columns; None stands for the person and for who never met them."""

    rater: str
    cells: tuple[MatrixCell | None, ...]


def matrix_rows(kappas: Mapping[Couple, Estimate], raters: Sequence[str]) -> list[MatrixRow]:
    """The whole matrix: kappa does not depend on who is the reference."""
    return [MatrixRow(one, tuple(_cell(kappas, one, other) for other in raters)) for one in raters]


def matrix_table(figures: AgreementFigures) -> tuple[list[str], list[list[Cell]]]:
    """One row a couple that met, with both kappas."""
    quadratic, unweighted = figures.kappas[Weighting.QUADRATIC], figures.kappas[Weighting.UNWEIGHTED]
    header = ["worker", "other_worker", "pairs", "kappa_quadratic", "kappa_unweighted", "note"]
    rows: list[list[Cell]] = [
        [*couple, kappa.n, number_cell(kappa.value), number_cell(unweighted[couple].value), kappa.reason]
        for couple, kappa in sorted(quadratic.items())
    ]
    return header, rows


def mean_kappa(kappas: Mapping[Couple, Estimate]) -> float | None:
    """The mean over couples, each counting the same, those without a kappa left out; None if all are."""
    values = [kappa.value for kappa in kappas.values() if kappa.value is not None]
    return sum(values) / len(values) if values else None


def _cell(kappas: Mapping[Couple, Estimate], one: str, other: str) -> MatrixCell | None:
    kappa = kappas.get((min(one, other), max(one, other)))
    if kappa is None:
        return None
    shade = 0 if kappa.value is None else sum(kappa.value >= bound for bound in SHADES)
    return MatrixCell(other, kappa.n, kappa.value, kappa.reason, shade, kappa.n < FEW)


def number_cell(value: float | None) -> Cell:
    """The measure to four decimals; empty if it is not defined."""
    return None if value is None else Decimal(f"{round(value, 4) + 0.0:.4f}")
