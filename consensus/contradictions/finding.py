"""Finds verdicts that contradict each other: overlapping moments of one video, judged apart for one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from moments.ranking.overlaps import OVERLAP, Stretch, overlap_groups, overlapping_pairs


class JudgedPair(NamedTuple):
    """A pair with its relevance, its moment's stretch in seconds, and the tolerance that its verdict was made under."""

    pair: int
    query: int
    video: int
    start_s: float
    end_s: float
    relevance: int
    tolerance: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Pairs (by primary key) of a query that hang together by overlaps, and the two among them furthest apart.

    `overlap` is the IoU of those two, `apart` by how much their relevance differs.
    """

    query: int
    pairs: tuple[int, ...]
    worst: tuple[int, int]
    overlap: float
    apart: int


def contradictions_among(
    judged: Iterable[JudgedPair], least: float = OVERLAP, kept: Collection[frozenset[int]] = ()
) -> list[Contradiction]:
    """Groups in which two that overlap by `least` or more differ by more than the tolerance; the furthest apart first.

    Where the two were judged under other tolerances the larger one holds. Two that are `kept` contradict no longer.
    """
    queries: dict[int, list[JudgedPair]] = defaultdict(list)
    for one in judged:
        queries[one.query].append(one)
    found = [each for query, rows in queries.items() for each in _of_query(query, rows, least, kept)]
    return sorted(found, key=lambda one: (-one.apart, -one.overlap, one.query, one.pairs))


def _of_query(
    query: int, rows: Sequence[JudgedPair], least: float, kept: Collection[frozenset[int]]
) -> list[Contradiction]:
    stretches = [Stretch(one.pair, one.video, one.start_s, one.end_s) for one in rows]
    known = {one.pair: one for one in rows}
    apart = [
        (abs(known[one].relevance - known[other].relevance), value, one, other)
        for one, other, value in overlapping_pairs(stretches, least)
        if abs(known[one].relevance - known[other].relevance) > max(known[one].tolerance, known[other].tolerance)
        and frozenset((one, other)) not in kept
    ]
    found = []
    for group in overlap_groups(stretches, least) if apart else ():
        inside = [each for each in apart if each[2] in group]
        if inside:
            difference, value, one, other = max(inside)
            found.append(Contradiction(query, tuple(group), (one, other), value, difference))
    return found
