"""Pools what several systems found for a query: interleaved to a depth, each remembered with its finders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SystemFinding:
    """One system found a moment at its own rank, from 1, with its own similarity."""

    source: str
    rank: int
    similarity: float


@dataclass(frozen=True, slots=True)
class Pooled:
    """A moment of the pool, in the pool's order, and who found it, in the order of the sources."""

    moment: int
    found: tuple[SystemFinding, ...]


def pooled(lists: Mapping[str, Sequence[tuple[int, float]]], own: int | None, *, depth: int, top: int) -> list[Pooled]:
    """The first `top` moments of the lists' heads (moment and similarity, best first), interleaved.

    The own moment comes first whoever found it. Then each source in turn gives the best of its first `depth` that
    nobody gave yet, and so on round by round: the first ranks of all before the second ranks of any. A source whose
    head is used up is passed over. The same lists in the same order give the same pool.
    """
    heads = {source: found[:depth] for source, found in lists.items()}
    finders: dict[int, list[SystemFinding]] = {}
    for source, head in heads.items():
        for rank, (moment, similarity) in enumerate(head, start=1):
            finders.setdefault(moment, []).append(SystemFinding(source, rank, similarity))
    order = dict.fromkeys([own] if own is not None else [])
    for moment in _by_turns([[moment for moment, _ in head] for head in heads.values()], set(order)):
        if len(order) >= top:
            break
        order[moment] = None
    return [Pooled(moment, tuple(finders.get(moment, ()))) for moment in order]


def _by_turns(heads: Sequence[Sequence[int]], given: set[int]) -> Iterator[int]:
    """One moment of each head that still has one not given yet, round by round."""
    turns = [iter(head) for head in heads]
    while turns:
        left = []
        for turn in turns:
            moment = next((moment for moment in turn if moment not in given), None)
            if moment is not None:
                given.add(moment)
                left.append(turn)
                yield moment
        turns = left
