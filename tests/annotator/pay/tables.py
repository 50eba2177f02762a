"""Reads the worked tables of docs/pay.md, which are the parameters of the tests."""

from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "pay.md"


def worked_table(name: str) -> list[tuple[str, ...]]:
    """The rows of the table marked `<!-- table: NAME -->`."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"<!-- table: {name} -->") + 3
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append(tuple(cell.strip() for cell in line.strip()[1:-1].split("|")))
    assert rows
    return rows


def events_in(cell: str) -> list[tuple[int, int | None]]:
    """A cell such as "0:5, 20:–" as seconds and milliseconds of view, None for a dash."""
    events = []
    for part in filter(None, (part.strip() for part in cell.split(","))):
        second, _, view = part.partition(":")
        events.append((int(second), None if view == "–" else 1000 * int(view)))
    return events
