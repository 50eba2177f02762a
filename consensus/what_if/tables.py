"""A replay as tables and figures, and the changes of a protocol as people type them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from consensus.what_if.replay import ADVICES, CHANGEABLE, DISCARDED, ENDS, UNOPENED, WAITING, Replay
from moments.protocol import ProtocolError


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A way to stand with the pairs that would stand in each of the table's ways; `same` is its own column."""

    name: str
    cells: list[int]
    same: int

    @property
    def total(self) -> int:
        """The pairs that stand so now."""
        return sum(self.cells)


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """From (rows) and to (columns), without the ways that nothing stands in before or after."""

    columns: list[str]
    rows: list[ChangeRow]


def changes_from(typed: Mapping[str, str]) -> dict[str, Any]:
    """The keys of a protocol that are to be replaced; those left empty stay out.

    Raises ProtocolError naming the key whose value is no number. Ranges are the protocol's to check.
    """
    changes: dict[str, Any] = {}
    for key in CHANGEABLE:
        text = typed.get(key, "").strip()
        if text:
            changes[key] = text if key == "statistic" else _number(key, text)
    return changes


def moves_table(found: Replay) -> ChangeTable:
    """Pairs by how they stand and would stand."""
    return _table(found.moves, ENDS)


def suggestions_table(found: Replay) -> ChangeTable:
    """Reviewed batches with another one to open, by R7's suggestion as it was and as it would be."""
    return _table(found.suggestions, ADVICES)


def before_and_after(found: Replay) -> dict[str, tuple[int, int]]:
    """How many pairs agreed, were discarded, wait for a second round and are not opened, now and then."""
    now, then = found.standing(after=False), found.standing(after=True)
    counts = {"agreed": (_agreed(now), _agreed(then))}
    return counts | {str(end): (now[end], then[end]) for end in (DISCARDED, WAITING, UNOPENED)}


def figures(found: Replay, changes: Mapping[str, Any]) -> dict[str, Any]:
    """All of a replay as JSON takes it."""
    return {
        "changes": dict(changes),
        "pairs": found.pairs,
        **{name.replace(" ", "_"): list(both) for name, both in before_and_after(found).items()},
        "relevances_moved": found.relevances_moved,
        "would_need_scores": found.wanting,
        "scores_needed": found.needed,
        "scores_not_needed": found.spared,
        "moves": _moves(found.moves),
        "suggestions": _moves(found.suggestions),
        "would_be_extended": found.extended,
        "would_be_closed": found.closed,
        "cannot_be_told": found.unknown,
    }


def _moves(moves: Counter[Any]) -> list[dict[str, Any]]:
    ordered = sorted(moves.items(), key=lambda move: str(move[0]))
    return [{"from": was, "to": would, "count": count} for (was, would), count in ordered]


def _table(moves: Counter[Any], ways: Sequence[Any]) -> ChangeTable:
    columns = [way for way in ways if any(way in move for move in moves)]
    rows = [ChangeRow(str(way), [moves[way, to] for to in columns], place) for place, way in enumerate(columns)]
    return ChangeTable([str(way) for way in columns], [row for row in rows if row.total])


def _agreed(ends: Counter[Any]) -> int:
    return sum(pairs for end, pairs in ends.items() if isinstance(end, int))


def _number(key: str, text: str) -> float:
    try:
        return float(text) if key == "threshold" else int(text)
    except ValueError as error:
        what = "a number" if key == "threshold" else "an integer"
        raise ProtocolError(f"{key}: expected {what}, got {text[:40]!r}") from error
