"""What ranking reads: the corpus in the order of R6, the queries that may be ranked, the lists that are there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from moments.base.errors import BadInput
from moments.corpus.selectors.pairs import queries_in_use
from moments.encoders import is_encoder
from moments.models import Campaign, CandidateList, Query

CHUNK = 5000
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
PAIRS = "pairs"
"""The source that means a query's pairs; no list may have that name."""


@dataclass(frozen=True, slots=True)
class Captions:
    """A campaign's moments in ascending desc_id, side by side: primary keys, desc_ids, captions."""

    pks: list[int]
    desc_ids: list[int]
    texts: list[str]

    def places(self) -> dict[int, int]:
        """The place of each moment, by its primary key."""
        return {pk: place for place, pk in enumerate(self.pks)}

    def places_by_desc_id(self) -> dict[int, int]:
        """The place of each moment, by its desc_id."""
        return {desc_id: place for place, desc_id in enumerate(self.desc_ids)}


def captions_of(campaign: Campaign) -> Captions:
    """All captions of the campaign; raises BadInput if it has no moments."""
    found = Captions([], [], [])
    rows = campaign.moments.order_by("desc_id").values_list("pk", "desc_id", "caption")
    for pk, desc_id, caption in rows.iterator(chunk_size=CHUNK):
        found.pks.append(pk)
        found.desc_ids.append(desc_id)
        found.texts.append(caption)
    if not found.pks:
        raise BadInput(f"campaign {campaign.slug!r} has no moments; run import_moments first")
    return found


def all_queries(campaign: Campaign) -> list[Query]:
    """The campaign's queries by query_id; raises BadInput if there are none."""
    queries = list(campaign.queries.order_by("query_id"))
    if not queries:
        raise BadInput(f"campaign {campaign.slug!r} has no queries; run sample_queries or import_queries first")
    return queries


def rankable_queries(campaign: Campaign) -> tuple[list[Query], int]:
    """The queries whose candidates may change, by query_id, and how many stay because they are open or in use.

    Raises BadInput if there are no queries at all, or none that may change.
    """
    free = campaign.queries.filter(batches=None).exclude(pk__in=queries_in_use(campaign).values("pk"))
    queries = list(free.order_by("query_id"))
    total = campaign.queries.count() if queries else len(all_queries(campaign))
    if not queries:
        raise BadInput(f"every query of {campaign.slug!r} is open or in use, so no candidates can change")
    return queries, total - len(queries)


def check_source(name: str) -> None:
    """Raises BadInput for what cannot name another system's lists."""
    if is_encoder(name):
        raise BadInput(f"{name!r} is the name of an encoder; choose another name for the system", field="source")
    if name == PAIRS:
        raise BadInput(
            f"{name!r} is reserved for the pairs of a query; choose another name for the system", field="source"
        )
    if not NAME.fullmatch(name):
        raise BadInput(
            f"use 1 to 60 of a–z, A–Z, 0–9, . _ and -, a letter or digit first, not {name!r}", field="source"
        )


def listed_sources(campaign: Campaign) -> list[str]:
    """The sources of which there is a list for some query, by name."""
    lists = CandidateList.objects.filter(query__campaign=campaign)
    return list(lists.order_by("source").values_list("source", flat=True).distinct())


def stored_lists(campaign: Campaign, source: str) -> dict[int, list[tuple[int, float]]]:
    """By query (primary key) what the source found: desc_id and similarity, best first."""
    rows = CandidateList.objects.filter(query__campaign=campaign, source=source)
    fields = rows.values_list("query_id", "desc_ids", "similarities").iterator(chunk_size=500)
    return {query: list(zip(desc_ids, similarities, strict=True)) for query, desc_ids, similarities in fields}


def same_queries(before: Iterable[Query], now: Iterable[Query]) -> bool:
    """Whether they are the same queries with the same texts."""
    return [(query.pk, query.text) for query in before] == [(query.pk, query.text) for query in now]
