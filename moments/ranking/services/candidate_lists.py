"""Keeps what systems found for queries as lists, which pooling and the inspector read; no pairs are made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from moments.corpus.files.query_file import CandidateRow
from moments.models import Campaign, CandidateList
from moments.ranking.selectors import check_source

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Listed:
    """For how many queries a source has a list now, and how many candidates these hold."""

    queries: int
    candidates: int


@transaction.atomic
def save_lists(*, source: str, found: Mapping[int, Sequence[tuple[int, float]]], now: datetime) -> Listed:
    """The source's lists of those queries (by primary key), in place of its earlier ones."""
    queries = list(found)
    for start in range(0, len(queries), CHUNK):
        part = queries[start : start + CHUNK]
        CandidateList.objects.filter(source=source, query__in=part).delete()
        CandidateList.objects.bulk_create(
            CandidateList(
                query_id=query,
                source=source,
                desc_ids=[desc_id for desc_id, _ in found[query]],
                similarities=[similarity for _, similarity in found[query]],
                made_at=now,
            )
            for query in part
        )
    return Listed(len(queries), sum(map(len, found.values())))


@transaction.atomic
def import_list(*, campaign: Campaign, rows: Sequence[CandidateRow], source: str, now: datetime) -> Listed:
    """Keep the file's candidates as that source's lists; no pairs change, so open queries may have them too.

    Raises BadInput for a name that cannot be, BadLine for an unknown query or moment, with nothing changed.
    """
    check_source(source)
    moments = set(campaign.moments.values_list("desc_id", flat=True))
    queries = dict(campaign.queries.values_list("query_id", "pk"))
    found: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.query_id, row.rank)):
        if row.query_id not in queries:
            raise row.place.error(f"query_id {row.query_id} is not a query of the campaign")
        if row.desc_id not in moments:
            raise row.place.error(f"desc_id {row.desc_id} is not a moment of the campaign")
        found[queries[row.query_id]].append((row.desc_id, row.similarity))
    return save_lists(source=source, found=found, now=now)
