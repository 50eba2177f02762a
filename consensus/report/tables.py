"""A section's table as CSV, HTML and LaTeX; cells may hold what others wrote, such as the domain of a video."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from annotator.text.section import Cell, Section
from annotator.text.spreadsheet import safe_cell

TEX = str.maketrans(
    {letter: f"\\{letter}" for letter in "%&_#${}"}
    | {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", "≥": r"$\geq$"}
)


def shown(cell: Cell) -> str:
    """The cell as text: two decimals if there are any, nothing for None."""
    if cell is None:
        return ""
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def read(cell: Cell) -> str:
    """The cell as people read it: as `shown`, with commas between the thousands of a count."""
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:,.2f}" if isinstance(cell, float) else shown(cell)


def as_csv(section: Section) -> str:
    """RFC 4180 with line feeds; no cell is a formula to a spreadsheet."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(section.header)
    writer.writerows(
        [safe_cell(cell) if isinstance(cell, str) else shown(cell) for cell in row] for row in section.rows
    )
    return out.getvalue()


def as_html(section: Section) -> str:
    """A table element with its title as caption."""
    head = "".join(
        f'<th scope="col"{_side(cell)}>{escape(name)}</th>'
        for name, cell in zip(section.header, _first(section), strict=True)
    )
    rows = "\n".join(
        f"<tr>{''.join(f'<td{_side(cell)}>{escape(read(cell))}</td>' for cell in row)}</tr>" for row in section.rows
    )
    caption = f"<caption>{escape(section.title)}</caption>"
    return f"<table>{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>\n"


def as_latex(section: Section) -> str:
    """A tabular with booktabs' rules, text left and numbers right."""
    columns = "".join("l" if isinstance(cell, str) else "r" for cell in _first(section))
    lines = [" & ".join(read(cell).translate(TEX) for cell in row) + r" \\" for row in (section.header, *section.rows)]
    lines[1:1] = [r"\midrule"]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}", ""])


def _first(section: Section) -> Sequence[Cell]:
    """The first row, which shows where text stands; of a table without rows all is numbers."""
    return section.rows[0] if section.rows else [None] * len(section.header)


def _side(cell: Cell) -> str:
    """The class of what is text, and stands left."""
    return ' class="text"' if isinstance(cell, str) else ""
