"""Orders of runs and every two of them, as sections of a page need them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from benchmark.runs.tables import Cell, Column

Figures = dict[str, Any]
COUPLE = [Column("Run", "text"), Column("Other run", "text")]
NEVER = "no number"


def best_first(figures: Figures) -> list[str]:
    """The runs by falling mean; of equals, by name, as a database may order the keys of an object."""
    means: dict[str, float] = figures["systems"]
    return sorted(means, key=lambda name: (-means[name], name))


def couples_of(names: Sequence[str]) -> list[tuple[str, str]]:
    """Every two, the better one first."""
    return [(name, other) for at, name in enumerate(names) for other in names[at + 1 :]]


def differences_of(couples: Iterable[Figures], names: Sequence[str]) -> list[tuple[str, str, list[float | None]]]:
    """Every two in that order, with their difference and its ends."""
    found: dict[tuple[str, str], list[float | None]] = {}
    for couple in couples:
        one, other = couple["systems"]
        low, high = couple["interval"]
        found[one, other] = [couple["difference"], low, high]
        found[other, one] = [-couple["difference"], -high, -low]
    return [(name, other, found[name, other]) for name, other in couples_of(names)]


def kept_of(couples: Iterable[Figures]) -> dict[tuple[str, str], list[float]]:
    """How often the order of each two is kept, with its ends, whichever is named first."""
    found: dict[tuple[str, str], list[float]] = {}
    for couple in couples:
        one, other = couple["systems"]
        found[one, other] = found[other, one] = [couple["kept"], *couple["kept_interval"]]
    return found


def with_kept(rows: Sequence[Sequence[Cell]], couples: Iterable[Figures], names: Sequence[str]) -> list[list[Cell]]:
    """The rows, which are of every two in order, with how often the order is kept."""
    kept = kept_of(couples)
    return [[*row, kept[couple]] for row, couple in zip(rows, couples_of(names), strict=True)]


def triple_of(found: Figures) -> list[float | None]:
    """The mean τ-b and its ends."""
    tau = found["tau_b"]
    return [tau["mean"], tau["low"], tau["high"]]


def tau_text(found: Figures) -> str:
    """The same in words."""
    mean, low, high = triple_of(found)
    return "undefined" if mean is None else f"{mean:.3f} [{low:.3f}, {high:.3f}]"


def share_text(found: Figures, what: str) -> str:
    """A share of that name as a percentage with its interval."""
    low, high = found[f"{what}_interval"]
    return f"{found[what]:.1%} [{low:.1%}, {high:.1%}]"


def queries_text(couple: Figures) -> str:
    """How many queries settle an order, with the interval."""
    number, low, high = (NEVER if end is None else f"{end:,}" for end in (couple["queries"], *couple["interval"]))
    return number if number == NEVER else f"{number} [{low}, {high}]"
