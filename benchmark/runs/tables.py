"""Tables of figures, as texts for pages, as CSV, and as LaTeX for papers."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from annotator.text.spreadsheet import safe_cell
from consensus.report.tables import TEX

Kind = Literal["text", "number", "estimate", "spread"]
Cell = str | int | float | None | Sequence[float | None]
Ends = tuple[float, float, float]  # a figure with the low and high end of its interval
PARTS: dict[Kind, tuple[str, ...]] = {
    "text": ("",),
    "number": ("",),
    "estimate": ("", " low", " high"),
    "spread": ("", " deviation"),
}
SIGNS = {"τ": r"$\tau$", "θ": r"$\theta$", "β": r"$\beta$", "²": r"$^2$", "−": "$-$", "±": r"$\pm$", "–": "--"}
SIGNS |= {"<": "$<$", ">": "$>$", "|": r"\textbar{}"}
IN_TEX = str.maketrans({chr(letter): text for letter, text in TEX.items()} | SIGNS)
DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Column:
    """What stands above a column, and what its cells hold: a text, a number, or a figure with what belongs to it.

    An estimate is a value with the low and high end of its interval, a spread a mean with a standard deviation.
    """

    name: str
    kind: Kind = "number"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with what stands above it; the first cell of a row names it. None is a figure that is not known."""

    caption: str
    columns: list[Column]
    rows: list[list[Cell]]
    decimals: int = DECIMALS

    @property
    def head(self) -> list[tuple[str, bool]]:
        """What stands above the columns, and whether figures stand below."""
        return [(column.name, column.kind != "text") for column in self.columns]

    @property
    def body(self) -> list[list[tuple[str, bool]]]:
        """The cells as people read them, and whether they are figures."""
        return [[(text, is_figure) for text, (_, is_figure) in zip(row, self.head, strict=True)] for row in self.texts]

    @property
    def header(self) -> list[str]:
        """What stands above the columns."""
        return [column.name for column in self.columns]

    @property
    def texts(self) -> list[list[str]]:
        """The cells as people read them, an interval in brackets."""
        return [[shown(cell, self.decimals) for _, cell in zip(self.columns, row, strict=True)] for row in self.rows]


def estimates(names: Sequence[str]) -> list[Column]:
    """Columns of figures with their intervals."""
    return [Column(name, "estimate") for name in names]


def shown(cell: Cell, decimals: int = DECIMALS) -> str:
    """A figure with its interval or deviation, a number, or a text as it is."""
    if cell is None or isinstance(cell, str):
        return "–" if cell is None else cell
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return _rounded(cell, decimals)
    value, *rest = cell
    if value is None:
        return "–"
    if any(one is None for one in rest):
        return _rounded(value, decimals)
    ends = [_rounded(one, decimals) for one in rest if one is not None]
    return (
        f"{_rounded(value, decimals)} [{', '.join(ends)}]"
        if len(ends) == 2
        else f"{_rounded(value, decimals)} ± {ends[0]}"
    )


def as_csv(table: Table) -> str:
    """RFC 4180 with line feeds: every figure, each end of an interval in a column of its own, with six decimals."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([f"{column.name}{part}" for column in table.columns for part in PARTS[column.kind]])
    for row in table.rows:
        parts = [_parts(column, cell) for column, cell in zip(table.columns, row, strict=True)]
        writer.writerow([text for cell in parts for text in cell])
    return out.getvalue()


def as_latex(table: Table) -> str:
    """A tabular with booktabs' rules, text left and figures right."""
    sides = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    lines = [" & ".join(_in_tex(cell) for cell in row) + r" \\" for row in (table.header, *table.texts)]
    lines[1:1] = [r"\midrule"]
    return "\n".join([rf"\begin{{tabular}}{{{sides}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}", ""])


def _in_tex(text: str) -> str:
    return text.replace(">=", "≥").translate(IN_TEX)


def _parts(column: Column, cell: Cell) -> list[str]:
    if isinstance(cell, str):
        return [safe_cell(cell)]
    values = [cell] if cell is None or isinstance(cell, int | float) else list(cell)
    values += [None] * (len(PARTS[column.kind]) - len(values))
    return ["" if value is None else f"{value:g}" if isinstance(value, int) else f"{value:.6f}" for value in values]


def _rounded(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")
