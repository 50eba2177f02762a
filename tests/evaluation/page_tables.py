"""Reads the worked tables of the evaluator's pages."""

from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rows_of(name: str, page: str = "measures.md") -> list[list[str]]:
    """The rows of the table marked `<!-- table: NAME -->`, cells stripped of blanks and backquotes."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    start = lines.index(f"<!-- table: {name} -->") + 3  # the mark, the header, the rule below it
    end = next(place for place in range(start, len(lines)) if not lines[place].startswith("|"))
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[start:end]]
