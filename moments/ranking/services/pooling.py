"""Makes the pairs out of what several systems found, each pair with its finders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from moments.base.errors import BadInput
from moments.encoders import DEFAULT_ENCODER, Advance, is_encoder, no_progress
from moments.encoders.encoder import Vectors
from moments.encoders.services import stored_encoder
from moments.models import Campaign, Query
from moments.ranking.exact import all_similarities, ranked_candidates
from moments.ranking.pooling import Pooled, pooled
from moments.ranking.selectors import Captions, captions_of, listed_sources, rankable_queries, stored_lists
from moments.ranking.services.candidate_lists import save_lists
from moments.ranking.services.pairs import NewPair, replace_pairs
from moments.ranking.services.ranking import check_top, hold_unchanged

Lists = dict[int, list[tuple[int, float]]]
"""By query (primary key) what a source found, best first: places among the captions, with similarities."""


@dataclass(frozen=True, slots=True)
class PoolOrder:
    """Which sources to pool, in their order, how deep, how many to keep, and whose similarity a pair gets."""

    sources: Sequence[str]
    depth: int
    top: int
    similarity: str = ""

    @property
    def measured_by(self) -> str:
        """The encoder of the pairs' similarity: the one named, else the first of the sources, else the usual one."""
        return self.similarity or next(filter(is_encoder, self.sources), DEFAULT_ENCODER)


@dataclass(frozen=True, slots=True)
class Pool:
    """What came of pooling; by source, the pairs it found, those only it found, and queries it has no list for."""

    queries: int
    pairs: int
    left_alone: int
    found: Mapping[str, int]
    alone: Mapping[str, int]
    lacking: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Encoded:
    captions: Vectors
    queries: Vectors


def pool_candidates(
    *,
    campaign: Campaign,
    order: PoolOrder,
    now: datetime,
    advance: Advance = no_progress,
    encoding: Advance = no_progress,
) -> Pool:
    """Rank by each source that is an encoder, read the lists of the others, interleave, and make the pairs.

    `advance(1)` is called for each query and encoder. All is written in one transaction. Raises BadInput for an
    order that cannot be, if there is nothing to rank, and if queries were opened or edited meanwhile.
    """
    check_order(campaign, order)
    queries, left_alone = rankable_queries(campaign)
    captions = captions_of(campaign)
    lists: dict[str, Lists] = {}
    measure: _Encoded | None = None
    for source in order.sources:
        if is_encoder(source):
            encoded = _encoded(source, queries, captions, encoding)
            lists[source] = _ranked(queries, captions, encoded, order.depth, advance)
            measure = encoded if source == order.measured_by else measure
        else:
            lists[source] = _imported(campaign, source, captions)
    measure = measure or _encoded(order.measured_by, queries, captions, encoding)
    pools = list(_pools(queries, captions, lists, order))
    pairs = _written(campaign, order, queries, captions, lists, _pairs(queries, captions, pools, measure), now)
    return _pool_of(order, queries, pools, lists, pairs, left_alone)


def check_order(campaign: Campaign, order: PoolOrder) -> None:
    """Raises BadInput, in one line, for an order that cannot be carried out."""
    check_top(order.top)
    if not 1 <= order.depth <= 1000:
        raise BadInput(f"expected 1 to 1000, got {order.depth}", field="depth")
    if not order.sources:
        raise BadInput("name at least one", field="sources")
    there = listed_sources(campaign)
    for source in order.sources:
        if order.sources.count(source) > 1:
            raise BadInput(f"{source!r} is listed twice", field="sources")
        if not is_encoder(source) and source not in there:
            known = ", ".join(name for name in there if not is_encoder(name)) or "none"
            raise BadInput(
                f"{source!r} is not an encoder, and no list of that name was imported ({known})", field="sources"
            )
    if not is_encoder(order.measured_by):
        raise BadInput(f"no encoder {order.similarity!r}", field="similarity")


def _encoded(name: str, queries: Sequence[Query], captions: Captions, encoding: Advance) -> _Encoded:
    encoder = stored_encoder(name)
    encoder.fit(captions.texts)
    vectors = encoder.encode(captions.texts, encoding)
    return _Encoded(vectors, encoder.encode_queries([query.text for query in queries], encoding))


def _ranked(queries: Sequence[Query], captions: Captions, encoded: _Encoded, depth: int, advance: Advance) -> Lists:
    places = captions.places()
    own = [places.get(query.own_moment_id or 0) for query in queries]
    lists: Lists = {}
    found = ranked_candidates(encoded.queries, encoded.captions, own, top=depth)
    for query, row in zip(queries, found, strict=True):
        lists[query.pk] = [(one.moment, one.similarity) for one in row]
        advance(1)
    return lists


def _imported(campaign: Campaign, source: str, captions: Captions) -> Lists:
    places = captions.places_by_desc_id()
    stored = stored_lists(campaign, source)
    return {query: [(places[desc_id], value) for desc_id, value in row] for query, row in stored.items()}


def _pools(
    queries: Sequence[Query], captions: Captions, lists: Mapping[str, Lists], order: PoolOrder
) -> Iterator[list[Pooled]]:
    places = captions.places()
    for query in queries:
        found = {source: lists[source].get(query.pk, []) for source in order.sources}
        yield pooled(found, places.get(query.own_moment_id or 0), depth=order.depth, top=order.top)


def _pairs(
    queries: Sequence[Query], captions: Captions, pools: Sequence[Sequence[Pooled]], measure: _Encoded
) -> Iterator[NewPair]:
    for place, (query, pool) in enumerate(zip(queries, pools, strict=True)):
        rows = measure.captions[[one.moment for one in pool]]
        values = all_similarities(measure.queries[place : place + 1], rows).tolist()
        for rank, (one, similarity) in enumerate(zip(pool, values, strict=True), start=1):
            yield NewPair(query.pk, captions.pks[one.moment], rank, similarity, one.found)


@transaction.atomic
def _written(
    campaign: Campaign,
    order: PoolOrder,
    queries: Sequence[Query],
    captions: Captions,
    lists: Mapping[str, Lists],
    pairs: Iterator[NewPair],
    now: datetime,
) -> int:
    hold_unchanged(campaign, queries)
    for source in filter(is_encoder, order.sources):
        kept = {
            query: [(captions.desc_ids[place], value) for place, value in row] for query, row in lists[source].items()
        }
        save_lists(source=source, found=kept, now=now)
    about = {"encoder": order.measured_by, "top": order.top, "sources": list(order.sources), "depth": order.depth}
    made = replace_pairs(campaign=campaign, queries=queries, pairs=pairs, about=about, now=now)
    campaign.encoder = order.measured_by
    campaign.save(update_fields=["encoder"])
    return made


def _pool_of(
    order: PoolOrder,
    queries: Sequence[Query],
    pools: Sequence[Sequence[Pooled]],
    lists: Mapping[str, Lists],
    pairs: int,
    left_alone: int,
) -> Pool:
    found, alone = dict.fromkeys(order.sources, 0), dict.fromkeys(order.sources, 0)
    for one in (one for pool in pools for one in pool):
        for finding in one.found:
            found[finding.source] += 1
            alone[finding.source] += len(one.found) == 1
    lacking = {source: sum(query.pk not in lists[source] for query in queries) for source in order.sources}
    return Pool(len(queries), pairs, left_alone, found, alone, lacking)
