"""Writes tables that people open in spreadsheets: CSV whose cells of text are never formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

# The wide forms count where the spreadsheet speaks Japanese or Chinese.
STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Cell = str | int | Decimal | date | None


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The table as CSV; numbers stay numbers, text that a spreadsheet would run begins with an apostrophe."""
    return csv_lines([header, *rows])


def csv_lines(rows: Iterable[Sequence[Cell]]) -> str:
    """Some rows of such a table, which begins with its header, for a table that is sent while it is read."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def safe_cell(cell: Cell) -> str:
    """The cell as text that no spreadsheet takes for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, str) and cell.startswith(STARTS_FORMULA):
        return f"'{cell}"
    return str(cell)
