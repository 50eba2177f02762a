"""Puts the contents of an archive in order: queries with ranks and batches, and what the rules say of each pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from consensus.imported.contents import Archive, Described
from consensus.rules.ruling import ROUND_SIZE, Outcome, Ruling, rule_on
from moments.base.errors import BadInput
from moments.corpus.files.values import Place

NOT_GIVEN = "(not in the files)"
MOST_BATCHES = 2


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """A pair with its rank among its query's and the batch in which it was scored, if it was in one."""

    entry: Described
    rank: int
    batch: int | None


@dataclass(frozen=True, slots=True)
class PlannedQuery:
    """A query with its pairs by rank."""

    query_id: int
    text: str
    split: str
    pairs: Sequence[PlannedPair]


@dataclass(slots=True)
class ArchivePlan:
    """The queries by number, and what had to be made up or was missing."""

    queries: list[PlannedQuery] = field(default_factory=list)
    stand_ins: int = 0
    untimed: int = 0


def planned(archive: Archive, *, batch_size: int, split: str, stand_ins: bool) -> ArchivePlan:
    """The plan; `split` is that of queries of which no file tells one. A query's ranks follow its pairs' numbers.

    Scored pairs that no file describes are refused or, with `stand_ins`, kept under stand-ins: files number the pairs
    of a query's batch in one block of `batch_size`, so such a pair joins the query of its block, or one of its own.
    Raises BadInput if there is nothing, or where a query is deeper than two batches.
    """
    undescribed = sorted(archive.scores.keys() - archive.described.keys())
    if undescribed and not stand_ins:
        raise BadInput(
            f"no file describes {len(undescribed)} pairs that have scores, the first is pair {undescribed[0]}; "
            "add the label files too, or import these pairs with placeholders",
            remedy="stand_ins",
        )
    if not archive.described and not undescribed:
        raise BadInput("the files contain no pairs")
    for entry in _stand_ins(archive, undescribed, batch_size):
        archive.describe(entry)
    plan = ArchivePlan(stand_ins=len(undescribed))
    groups: dict[int | str, list[Described]] = defaultdict(list)
    for entry in archive.described.values():
        groups[entry.query_key].append(entry)
        plan.untimed += not entry.timed
    for query_id, group in _numbered(groups):
        plan.queries.append(_query(archive, query_id, group, batch_size, split))
    return plan


def ruled(scores: Sequence[tuple[str, int]], *, tolerance: int) -> Ruling | None:
    """What R3 says of two scores and R5 of four; None of another number.

    Two that disagree are discarded: to a file that is finished no second round comes (as in `settle_scores`).
    """
    if len(scores) not in (ROUND_SIZE, 2 * ROUND_SIZE):
        return None
    ruling = rule_on([relevance for _, relevance in scores], tolerance=tolerance)
    if ruling.outcome is Outcome.ESCALATED:
        return Ruling(Outcome.DISCARDED, None, ruling.kept)
    return ruling


def _numbered(groups: dict[int | str, list[Described]]) -> Iterable[tuple[int, list[Described]]]:
    """The groups by number; queries with only a text get the numbers after those, in file order."""
    numbers = sorted(key for key in groups if isinstance(key, int))
    yield from ((number, groups[number]) for number in numbers)
    texts = (key for key in groups if not isinstance(key, int))
    yield from ((number, groups[text]) for number, text in enumerate(texts, start=numbers[-1] + 1 if numbers else 1))


def _query(archive: Archive, query_id: int, group: list[Described], size: int, split: str) -> PlannedQuery:
    group.sort(key=lambda entry: entry.pair)
    if len(group) > MOST_BATCHES * size:
        raise BadInput(
            f"query {query_id} has {len(group)} pairs but the protocol allows {MOST_BATCHES} batches of {size}; "
            "run set_protocol with a larger batch_size"
        )
    scored = {
        place // size + 1
        for place, entry in enumerate(group)
        if entry.pair in archive.scores or entry.relevance is not None
    }
    batches = (place // size + 1 for place in range(len(group)))
    pairs = [
        PlannedPair(entry, rank, batch if batch in scored else None)
        for rank, (entry, batch) in enumerate(zip(group, batches, strict=True), start=1)
    ]
    return PlannedQuery(query_id, group[0].query, archive.split_of(group[0]) or split, pairs)


def _stand_ins(archive: Archive, undescribed: Sequence[int], size: int) -> list[Described]:
    """Descriptions that say of themselves that they are none."""
    blocks: dict[int, dict[int | str, Described]] = defaultdict(dict)
    for entry in archive.described.values() if undescribed else ():
        blocks[entry.pair // size][entry.query_key] = entry
    found = []
    for place, pair in enumerate(undescribed):
        beside = list(blocks[pair // size].values())
        known = beside[0] if len(beside) == 1 else None
        first = pair // size * size
        found.append(
            Described(
                place=Place(NOT_GIVEN, 0),
                pair=pair,
                query_id=known.query_id if known else None,
                query=known.query if known else f"{NOT_GIVEN} pairs {first} to {first + size - 1}",
                split=known.split if known else "",
                video=NOT_GIVEN,
                start_s=float(place),
                end_s=float(place + 1),
                duration_s=None,
                caption=NOT_GIVEN,
                similarity=0.0,
                timed=False,
            )
        )
    return found
