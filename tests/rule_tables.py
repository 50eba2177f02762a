"""Reads the worked tables of the pages of rules, which are the parameters of the rules' tests."""

import re
from pathlib import Path

from annotator.marking.segments import Segment

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"R": DOCS / "rules.md", "M": DOCS / "rules-of-marking.md", "T": DOCS / "rules-of-twins.md"}
SEGMENT = re.compile(r"\[([\d.]+), ([\d.]+)\]")


def worked_table(rule: str, page: Path | None = None) -> list[tuple[str, ...]]:
    """The rows of the table marked `<!-- table: RULE -->`, cells stripped of blanks and backquotes."""
    page = page or PAGES[rule[0]]
    lines = page.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"<!-- table: {rule} -->") + 3  # the mark, the header, the rule below it
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append(tuple(cell.strip().strip("`") for cell in line.strip().strip("|").split("|")))
    assert rows, f"docs/{page.name} has no rows for {rule}"
    return rows


def numbers(cell: str) -> list[int | None]:
    """A cell such as "1, –, 3" as numbers, None for a dash."""
    return [None if part.strip() == "–" else int(part) for part in cell.split(",")]


def segments(cell: str) -> tuple[Segment, ...]:
    """A cell such as "[10, 10.6] + [12, 14]", in seconds, as segments in milliseconds; none for a dash."""
    found = SEGMENT.findall(cell)
    assert found or cell == "–", cell
    return tuple(Segment(round(float(start) * 1000), round(float(end) * 1000)) for start, end in found)
