"""Files that spreadsheets open."""

import csv
import io
from datetime import date
from decimal import Decimal

import pytest

from annotator.text.spreadsheet import csv_text, safe_cell

WIDE = ["＝1+1", "＋1", "－1", "＠A1"]


@pytest.mark.parametrize("text", [*WIDE, "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=HYPERLINK("x")'])
def test_text_that_would_run_gets_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    ("cell", "written"),
    [("w-2=", "w-2="), (Decimal("-5.00"), "-5.00"), (-3, "-3"), (None, ""), (date(2026, 3, 1), "2026-03-01")],
)
def test_numbers_and_plain_text_stay(cell, written: str) -> None:
    assert safe_cell(cell) == written


def test_commas_quotes_and_lines_survive() -> None:
    rows = [["a,b", 'c "d"', "e\nf", "größer"]]
    assert list(csv.reader(io.StringIO(csv_text(["w", "x", "y", "z"], rows), newline=""))) == [
        ["w", "x", "y", "z"],
        *rows,
    ]
