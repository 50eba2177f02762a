"""Tables of figures with their intervals, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Found = Sequence[float | None] | None  # a figure with the low and the high end of its interval
Row = tuple[str, Sequence[Found]]
CELL = 8
INDENT = "  "


def with_interval(found: Found, decimals: int = 3) -> str:
    """A figure with its interval in brackets, as far as they are known."""
    value, *ends = found or (None,)
    if value is None:
        return "–"
    if any(end is None for end in ends):
        return f"{value:.{decimals}f}"
    return f"{value:.{decimals}f} [{', '.join(f'{end:.{decimals}f}' for end in ends)}]"


def grid(heads: Sequence[str], rows: Sequence[Row], *, head: str = "") -> Iterator[str]:
    """A table of few columns: a line a row, with each interval beside its figure."""
    cells = [[with_interval(found) for found in figures] for _, figures in rows]
    first = max([len(head), *(len(name) for name, _ in rows)]) + 2
    widths = [max(len(one), *(len(row[at]) for row in cells)) + 2 for at, one in enumerate(heads)]
    for name, row in zip([head, *(name for name, _ in rows)], [heads, *cells], strict=True):
        yield INDENT + f"{name:<{first}}" + "".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))


def tall_grid(heads: Sequence[str], rows: Sequence[Row], *, head: str = "") -> Iterator[str]:
    """A table of many columns: below each row of figures the low and the high ends of their intervals."""
    first = max([len(head), *(len(name) for name, _ in rows)]) + 2
    yield INDENT + f"{head:<{first}}" + "".join(f"{one:>{CELL}}" for one in heads)
    for name, figures in rows:
        labels = [name, "  from", "  to"] if any(one and one[0] is not None for one in figures) else [name]
        for part, label in enumerate(labels):
            cells = ("–" if one is None or one[part] is None else f"{one[part]:.3f}" for one in figures)
            yield INDENT + f"{label:<{first}}" + "".join(f"{cell:>{CELL}}" for cell in cells)


def zipped(*parts: Sequence[float | None]) -> list[list[float | None]]:
    """Figures and their ends, given apart, as a figure with its ends each."""
    return [list(found) for found in zip(*parts, strict=True)]
