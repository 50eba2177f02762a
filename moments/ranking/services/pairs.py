"""Puts pairs in the place of a query's earlier ones, some thousand at a time, all in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db import transaction

from moments.database.planner_statistics import refresh_statistics
from moments.ledger.services import record_decision
from moments.models import Campaign, Pair, PairSource, Query
from moments.ranking.ledger_kinds import CANDIDATES_RANKED
from moments.ranking.pooling import SystemFinding

CHUNK = 2000


class NewPair(NamedTuple):
    """A pair to be: query and moment by primary key, and who found it, where that is remembered."""

    query: int
    moment: int
    rank: int
    similarity: float
    found: tuple[SystemFinding, ...] = ()


@transaction.atomic
def replace_pairs(
    *, campaign: Campaign, queries: Sequence[Query], pairs: Iterable[NewPair], about: dict[str, object], now: datetime
) -> int:
    """The queries' pairs, numbered on from the highest number that stays; how many there are.

    `pairs` is read once, as it is written. `about` goes into the ledger with the counts.
    """
    for start in range(0, len(queries), 500):
        campaign.pairs.filter(query__in=[query.pk for query in queries[start : start + 500]]).delete()
    number = first = campaign.pairs.order_by("-number").values_list("number", flat=True).first() or 0
    for chunk in _chunks(pairs):
        rows = [
            Pair(
                campaign_id=campaign.pk,
                query_id=one.query,
                moment_id=one.moment,
                number=number + place,
                rank=one.rank,
                similarity=one.similarity,
            )
            for place, one in enumerate(chunk, start=1)
        ]
        number += len(rows)
        Pair.objects.bulk_create(rows, batch_size=CHUNK)
        PairSource.objects.bulk_create(_sources(rows, chunk), batch_size=CHUNK)
    refresh_statistics(Query, Pair)
    payload = {"queries": len(queries), "pairs": number - first, **about}
    record_decision(campaign=campaign, kind=CANDIDATES_RANKED, actor="command", payload=payload, now=now)
    return number - first


def _sources(rows: Sequence[Pair], chunk: Sequence[NewPair]) -> list[PairSource]:
    return [
        PairSource(pair=row, source=finding.source, rank=finding.rank, similarity=finding.similarity)
        for row, one in zip(rows, chunk, strict=True)
        for finding in one.found
    ]


def _chunks(pairs: Iterable[NewPair]) -> Iterator[list[NewPair]]:
    left = iter(pairs)
    while chunk := list(islice(left, CHUNK)):
        yield chunk
