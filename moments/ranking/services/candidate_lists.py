"""Keeps what systems found for queries as lists, which pooling and the inspector read; no pairs are made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from moments.corpus.files.query_file import CandidateRow
from moments.corpus.selectors.incoming import KnownCorpus
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
    known = KnownCorpus(campaign)
    found: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.query_id, row.rank)):
        known.require_known(row)
        found[known.queries[row.query_id].pk].append((row.desc_id, row.similarity))
    return save_lists(source=source, found=found, now=now)
