"""Makes the pairs: candidates ranked here or imported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from moments.chain import Record
from moments.encoders import Encoder
from moments.errors import BadInput
from moments.files.query_file import CandidateRow
from moments.models import Campaign, Pair, Query
from moments.ranking import ranked_candidates
from moments.selectors.pairs import queries_in_use
from moments.services.ledger import record_decisions
from moments.services.statistics import refresh_statistics

CHUNK = 2000


@dataclass(frozen=True, slots=True)
class Ranked:
    """How many queries were ranked, into how many pairs, and how many were open or in use already."""

    queries: int
    pairs: int
    left_alone: int


def rank_candidates(
    *,
    campaign: Campaign,
    encoder: Encoder,
    name: str,
    top: int,
    now: datetime,
    advance: Callable[[int], None] = lambda done: None,
) -> Ranked:
    """Rank every query that has no open batch and whose pairs nothing uses, anew; `advance(1)` is called for each.

    Raises BadInput where there is nothing to rank.
    """
    if not 1 <= top <= 1000:
        raise BadInput(f"--top: expected 1 to 1000, got {top}")
    moments = list(campaign.moments.order_by("desc_id").values_list("pk", "caption"))
    if not moments:
        raise BadInput(f"campaign {campaign.slug!r} has no moments; import_moments first")
    encoder.fit([caption for _, caption in moments])
    vectors = encoder.encode([caption for _, caption in moments])
    places = {pk: place for place, (pk, _) in enumerate(moments)}
    with transaction.atomic():
        queries, left_alone = _rankable(campaign)
        encoded = encoder.encode([query.text for query in queries])
        own = [places.get(query.own_moment_id or 0) for query in queries]
        pairs = []
        for query, candidates in zip(queries, ranked_candidates(encoded, vectors, own, top=top), strict=True):
            for candidate in candidates:
                moment, _ = moments[candidate.moment]
                pairs.append(_pair(query, moment, candidate.rank, candidate.similarity))
            advance(1)
        _replace_pairs(campaign, queries, pairs, {"encoder": name, "top": top}, now)
        campaign.encoder = name
        campaign.save(update_fields=["encoder"])
    return Ranked(len(queries), len(pairs), left_alone)


@transaction.atomic
def import_candidates(*, campaign: Campaign, rows: Sequence[CandidateRow], now: datetime) -> Ranked:
    """Take the file's candidates for its queries, in place of earlier ones.

    Raises BadLine, with nothing changed, for an unknown query or moment and for a query that is open or whose pairs
    are in use, by an exam for example.
    """
    moments = dict(campaign.moments.values_list("desc_id", "pk"))
    queries = {query.query_id: query for query in campaign.queries.all()}
    opened = set(campaign.batches.values_list("query__query_id", flat=True))
    used = set(queries_in_use(campaign).values_list("query_id", flat=True))
    pairs = []
    for row in sorted(rows, key=lambda row: (row.query_id, row.rank)):
        if row.query_id not in queries:
            raise row.place.error(f"query_id {row.query_id} is no query of the campaign")
        if row.desc_id not in moments:
            raise row.place.error(f"desc_id {row.desc_id} is no moment of the campaign")
        if row.query_id in opened:
            raise row.place.error(f"query {row.query_id} is open; its candidates stay")
        if row.query_id in used:
            raise row.place.error(f"pairs of query {row.query_id} are in use; its candidates stay")
        pairs.append(_pair(queries[row.query_id], moments[row.desc_id], row.rank, row.similarity))
    named = [queries[query_id] for query_id in sorted({row.query_id for row in rows})]
    _replace_pairs(campaign, named, pairs, {"encoder": "imported", "pairs": len(pairs)}, now)
    return Ranked(len(named), len(pairs), 0)


def _rankable(campaign: Campaign) -> tuple[list[Query], int]:
    free = campaign.queries.filter(batches=None).exclude(pk__in=queries_in_use(campaign).values("pk"))
    queries = list(free.order_by("query_id"))
    total = campaign.queries.count()
    if not total:
        raise BadInput(f"campaign {campaign.slug!r} has no queries; sample_queries or import_queries first")
    if not queries:
        raise BadInput(f"every query of {campaign.slug!r} is open or in use; their candidates stay")
    return queries, total - len(queries)


def _pair(query: Query, moment: int, rank: int, similarity: float) -> Pair:
    return Pair(campaign_id=query.campaign_id, query=query, moment_id=moment, rank=rank, similarity=similarity)


def _replace_pairs(
    campaign: Campaign, queries: Sequence[Query], pairs: list[Pair], about: dict[str, object], now: datetime
) -> None:
    """The queries' pairs, numbered on from the highest number that stays."""
    for start in range(0, len(queries), 500):
        campaign.pairs.filter(query__in=[query.pk for query in queries[start : start + 500]]).delete()
    highest = campaign.pairs.order_by("-number").values_list("number", flat=True).first() or 0
    for number, pair in enumerate(pairs, start=highest + 1):
        pair.number = number
    Pair.objects.bulk_create(pairs, batch_size=CHUNK)
    refresh_statistics(Query, Pair)
    record = Record("candidates_ranked", "command", {"queries": len(queries), "pairs": len(pairs), **about})
    record_decisions(campaign=campaign, records=[record], now=now)
