"""Finds in published raw scores what the true leads decided: a query's second batch shows that they extended the first.

In TVR-Ranking's raw scores pairs are numbered query by query, and a pair of a second batch has the number of the pair
at the same place in the first batch plus 173,320. The file has no ranks; pairs of a batch are numbered by rank.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from consensus.rawscores.reading import RawPair, RawScoreFile, RawScoresError
from consensus.rawscores.settling import RULED_COUNTS
from consensus.rules.ruling import ROUND_SIZE, rule_on

SHIFT = 173_320

Relevances = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class FirstBatch:
    """A query's first batch by rank, its second one (empty if a lead closed the query), and who gave most scores.

    A relevance is None where the pair did not agree.
    """

    first: Relevances
    second: Relevances
    couples: tuple[frozenset[str], frozenset[str]]

    @property
    def extended(self) -> bool:
        """Whether the lead opened a second batch."""
        return bool(self.second)

    @property
    def changed_couple(self) -> bool:
        """Whether the two people who gave most scores differ between the batches."""
        return self.couples[0] != self.couples[1]


@dataclass(frozen=True, slots=True)
class Border:
    """Mean relevance by rank over extended queries; in how many the most active two people differ there."""

    queries: int
    changed_couples: int
    means: tuple[float | None, ...]


def first_batches(scores: RawScoreFile, *, shift: int, batch_size: int, tolerance: int) -> list[FirstBatch]:
    """Every query's first batch with the lead's decision, in the order of numbers.

    Raises RawScoresError if a pair_id is no integer from 0, the shift is no multiple of the batch size, or no query
    has a second batch.
    """
    if shift <= 0 or shift % batch_size:
        raise RawScoresError(f"shift: expected a multiple of the batch size {batch_size}, got {shift}")
    blocks: dict[int, list[RawPair]] = defaultdict(list)
    for number, pair in sorted(_numbered(scores)):
        blocks[number // batch_size].append(pair)
    step = shift // batch_size
    found = [
        _first_batch(pairs, blocks.get(block + step, []), tolerance)
        for block, pairs in sorted(blocks.items())
        if block - step not in blocks
    ]
    if not any(batch.extended for batch in found):
        raise RawScoresError(f"no query has a second batch: no pair has the number of another one plus {shift:,}")
    return found


def border_of(batches: Iterable[FirstBatch], *, batch_size: int) -> Border:
    """What changes between the batches of the extended queries; first batches that are not full are left out."""
    extended = [batch for batch in batches if batch.extended]
    full = [batch for batch in extended if len(batch.first) == batch_size]
    ranks = [[*batch.first, *batch.second] for batch in full]
    columns = [[row[rank] for row in ranks if rank < len(row)] for rank in range(max(map(len, ranks), default=0))]
    means = tuple(_mean(column) for column in columns)
    return Border(len(extended), sum(batch.changed_couple for batch in extended), means)


def commonest_couple(scores: Mapping[str, int]) -> frozenset[str]:
    """The two people with the most scores; of people with as many, the one whose name comes first."""
    return frozenset(sorted(scores, key=lambda worker: (-scores[worker], worker))[:ROUND_SIZE])


def _numbered(scores: RawScoreFile) -> Iterable[tuple[int, RawPair]]:
    for name, pair in scores.pairs.items():
        if not (name.isascii() and name.isdigit()):
            raise RawScoresError(f"pair_id: expected an integer, by which batches are found, got {name[:40]!r}")
        yield int(name), pair


def _first_batch(first: Sequence[RawPair], second: Sequence[RawPair], tolerance: int) -> FirstBatch:
    couples = _couple(first), _couple(second)
    return FirstBatch(_relevances(first, tolerance), _relevances(second, tolerance), couples)


def _relevances(pairs: Iterable[RawPair], tolerance: int) -> Relevances:
    return tuple(
        rule_on(pair.scores, tolerance=tolerance).relevance if len(pair.scores) in RULED_COUNTS else None
        for pair in pairs
    )


def _couple(pairs: Iterable[RawPair]) -> frozenset[str]:
    return commonest_couple(Counter(worker for pair in pairs for worker in pair.workers))


def _mean(column: Iterable[int | None]) -> float | None:
    agreed = [relevance for relevance in column if relevance is not None]
    return fmean(agreed) if agreed else None
