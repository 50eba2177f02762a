"""Writes tables that people open in spreadsheets: CSV whose cells of text are never formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = str | int | Decimal | date | None


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The table as CSV; numbers stay numbers, text that a spreadsheet would run begins with an apostrophe."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def safe_cell(cell: Cell) -> str:
    """The cell as text that no spreadsheet takes for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, str) and cell.startswith(STARTS_FORMULA):
        return f"'{cell}"
    return str(cell)
