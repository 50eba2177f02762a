"""Makes the pairs that a depth study looks at: the top of a query's ranking and some of the rest."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from moments.base.errors import BadInput
from moments.encoders import Encoder
from moments.models import Campaign, Pair, Query
from moments.ranking.exact import Numbers, ranks_of_all
from moments.ranking.selectors import Captions, captions_of


@dataclass(frozen=True, slots=True)
class RankedMoment:
    """A moment (by primary key) in a query's ranking, with its similarity; `is_top` where it was not drawn."""

    moment: int
    rank: int
    similarity: float
    is_top: bool


@dataclass(frozen=True, slots=True)
class Sampled:
    """A query, its pairs of the study, and for each pair (by primary key) whether it is of the top."""

    query: Query
    pairs: list[Pair]
    is_top: dict[int, bool]


def sampled_places(
    *,
    campaign: Campaign,
    queries: Sequence[Query],
    encoder: Encoder,
    top: int,
    others: int,
    seed: int,
    advance: Callable[[int], None] = lambda done: None,
) -> dict[int, list[RankedMoment]]:
    """By query (primary key) its first `top` moments and `others` drawn from all further ones; writes nothing.

    `advance` gets the number of queries done so far. Raises BadInput if the corpus has no more than `top` moments.
    """
    captions = captions_of(campaign)
    _check_corpus(len(captions.pks), top)
    encoder.fit(captions.texts)
    vectors, places = encoder.encode(captions.texts), captions.places()
    asked = encoder.encode_queries([query.text for query in queries])
    found = {}
    for at, query in enumerate(queries):
        own = places.get(query.own_moment_id or 0)
        ranks, similarities = ranks_of_all(asked[at], vectors, own)
        order = np.argsort(ranks, kind="stable")
        draw = random.Random(f"study {seed} {query.query_id}")
        rest = sorted(draw.sample(range(top, order.size), min(others, order.size - top)))
        found[query.pk] = [
            _place(captions, int(order[rank]), rank + 1, similarities, rank < top) for rank in (*range(top), *rest)
        ]
        advance(at + 1)
    return found


def check_corpus(*, campaign: Campaign, top: int) -> None:
    """Raise BadInput if the corpus has no more than `top` moments."""
    _check_corpus(campaign.moments.count(), top)


def _check_corpus(moments: int, top: int) -> None:
    if moments <= top:
        raise BadInput(f"the corpus has {moments} moments, so a top of {top} leaves none to compare with", field="top")


def make_study_pairs(
    *, campaign: Campaign, found: dict[int, list[RankedMoment]], queries: Sequence[Query]
) -> list[Sampled]:
    """The pairs at those places, the missing ones made as pairs only of a study, numbered on from the last.

    The caller holds the campaign. A candidate keeps its own rank; where another candidate has the rank of a new pair,
    because the candidates were imported or pooled, the new pair gets the next rank that is free.
    """
    known = {(pair.query_id, pair.moment_id): pair for pair in campaign.pairs.filter(query__in=list(found))}
    taken = {query: {pair.rank for pair in known.values() if pair.query_id == query} for query in found}
    number = campaign.pairs.order_by("-number").values_list("number", flat=True).first() or 0
    made: list[Pair] = []
    for query in queries:
        for place in found[query.pk]:
            if (query.pk, place.moment) in known:
                continue
            rank = next(rank for rank in count(place.rank) if rank not in taken[query.pk])
            taken[query.pk].add(rank)
            number += 1
            made.append(
                Pair(
                    campaign=campaign,
                    query=query,
                    moment_id=place.moment,
                    number=number,
                    rank=rank,
                    similarity=place.similarity,
                    study_only=True,
                )
            )
    for pair in Pair.objects.bulk_create(made, batch_size=2000):
        known[pair.query_id, pair.moment_id] = pair
    return [_sampled(query, found[query.pk], known) for query in queries]


def _sampled(query: Query, places: Sequence[RankedMoment], known: dict[tuple[int, int], Pair]) -> Sampled:
    pairs = [known[query.pk, place.moment] for place in places]
    return Sampled(query, pairs, {pair.pk: place.is_top for pair, place in zip(pairs, places, strict=True)})


def _place(captions: Captions, at: int, rank: int, similarities: Numbers, is_top: bool) -> RankedMoment:
    return RankedMoment(captions.pks[at], rank, float(similarities[at]), is_top)
