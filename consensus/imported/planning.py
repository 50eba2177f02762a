"""Puts the contents of an archive in order: queries with ranks and batches, and what the rules say of each pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from consensus.imported.contents import Archive, Described
from consensus.rules.ruling import ROUND_SIZE, Outcome, Ruling, rule_on
from moments.base.errors import BadInput
from moments.corpus.files.values import Place

UNTOLD = "(not in the files)"
MOST_BATCHES = 2


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """A pair with its rank among its query's and the batch in which it was scored, if it was in one."""

    told: Described
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
class Plan:
    """The queries by number, and what had to be made up or was missing."""

    queries: list[PlannedQuery] = field(default_factory=list)
    stand_ins: int = 0
    untimed: int = 0


def planned(archive: Archive, *, batch_size: int, split: str, stand_ins: bool) -> Plan:
    """The plan; `split` is that of queries of which no file tells one. A query's ranks follow its pairs' numbers.

    Scored pairs that no file describes are refused or, with `stand_ins`, kept under stand-ins: files number the pairs
    of a query's batch in one block of `batch_size`, so such a pair joins the query of its block, or one of its own.
    Raises BadInput where there is nothing, or where a query is deeper than two batches.
    """
    undescribed = sorted(archive.scores.keys() - archive.described.keys())
    if undescribed and not stand_ins:
        raise BadInput(
            f"no file describes {len(undescribed)} pairs that have scores, the first is pair {undescribed[0]}; "
            "give the files of labels too, or keep them under stand-ins",
            remedy="stand_ins",
        )
    if not archive.described and not undescribed:
        raise BadInput("the files contain no pairs")
    for told in _stand_ins(archive, undescribed, batch_size):
        archive.describe(told)
    plan = Plan(stand_ins=len(undescribed))
    groups: dict[int | str, list[Described]] = defaultdict(list)
    for told in archive.described.values():
        groups[told.query_key].append(told)
        plan.untimed += not told.timed
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
    """The groups by number; queries that have a text alone are numbered on in the order in which they came."""
    told = sorted(key for key in groups if isinstance(key, int))
    yield from ((key, groups[key]) for key in told)
    untold = (key for key in groups if not isinstance(key, int))
    yield from ((number, groups[key]) for number, key in enumerate(untold, start=told[-1] + 1 if told else 1))


def _query(archive: Archive, query_id: int, group: list[Described], size: int, split: str) -> PlannedQuery:
    group.sort(key=lambda told: told.pair)
    if len(group) > MOST_BATCHES * size:
        raise BadInput(
            f"query {query_id} has {len(group)} pairs but the protocol allows {MOST_BATCHES} batches of {size}; "
            "run set_protocol with a larger batch_size"
        )
    scored = {
        place // size + 1
        for place, told in enumerate(group)
        if told.pair in archive.scores or told.relevance is not None
    }
    batches = (place // size + 1 for place in range(len(group)))
    pairs = [
        PlannedPair(told, rank, batch if batch in scored else None)
        for rank, (told, batch) in enumerate(zip(group, batches, strict=True), start=1)
    ]
    return PlannedQuery(query_id, group[0].query, archive.split_of(group[0]) or split, pairs)


def _stand_ins(archive: Archive, undescribed: Sequence[int], size: int) -> list[Described]:
    """Descriptions that say of themselves that they are none."""
    blocks: dict[int, dict[int | str, Described]] = defaultdict(dict)
    for told in archive.described.values() if undescribed else ():
        blocks[told.pair // size][told.query_key] = told
    found = []
    for place, pair in enumerate(undescribed):
        beside = list(blocks[pair // size].values())
        known = beside[0] if len(beside) == 1 else None
        first = pair // size * size
        found.append(
            Described(
                place=Place(UNTOLD, 0),
                pair=pair,
                query_id=known.query_id if known else None,
                query=known.query if known else f"{UNTOLD} pairs {first} to {first + size - 1}",
                split=known.split if known else "",
                video=UNTOLD,
                start_s=float(place),
                end_s=float(place + 1),
                duration_s=None,
                caption=UNTOLD,
                similarity=0.0,
                timed=False,
            )
        )
    return found
