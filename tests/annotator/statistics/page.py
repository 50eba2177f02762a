"""Reads the marked tables of docs/statistics.md and docs/exam.md."""

from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs"


def rows_of(name: str, page: str = "statistics.md") -> list[list[str]]:
    """The rows of the table that is marked with the name."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    start = lines.index(f"<!-- table: {name} -->") + 3
    end = next(place for place in range(start, len(lines)) if not lines[place].startswith("|"))
    assert end > start
    return [[cell.strip().replace("−", "-") for cell in line.strip("|").split("|")] for line in lines[start:end]]


def shown(*numbers: float | None) -> list[str]:
    """Numbers as the page writes them."""
    return ["–" if number is None else f"{number:.3f}" for number in numbers]
