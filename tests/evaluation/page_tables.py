"""Reads the worked tables of docs/measures.md."""

from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measures.md"


def rows_of(name: str) -> list[list[str]]:
    """The rows of the table marked `<!-- table: NAME -->`, cells stripped of blanks and backquotes."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"<!-- table: {name} -->") + 3  # the mark, the header, the rule below it
    end = next(place for place in range(start, len(lines)) if not lines[place].startswith("|"))
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[start:end]]
