"""Reads the worked tables of docs/rules.md, which are the parameters of the rules' tests."""

from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"


def worked_table(rule: str) -> list[tuple[str, ...]]:
    """The rows of the table marked `<!-- table: RULE -->`, cells stripped of blanks and backquotes."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"<!-- table: {rule} -->") + 3  # the mark, the header, the rule below it
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append(tuple(cell.strip().strip("`") for cell in line.strip().strip("|").split("|")))
    assert rows, f"docs/rules.md has no rows for {rule}"
    return rows


def numbers(cell: str) -> list[int | None]:
    """A cell such as "1, –, 3" as numbers, None for a dash."""
    return [None if part.strip() == "–" else int(part) for part in cell.split(",")]
