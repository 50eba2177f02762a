"""The queries of the exam split with their pairs, for a lead who picks an exam by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from annotator.exam.selectors.pairs import usable_pairs
from annotator.player.selectors import PlayableClip, playable_clips
from moments.models import Campaign, Pair, Query, Split


def split_queries(campaign: Campaign) -> QuerySet[Query]:
    """The queries of the exam split that have a usable pair."""
    usable = usable_pairs(campaign).filter(query=OuterRef("pk"))
    return campaign.queries.select_related("campaign").filter(Exists(usable), split=Split.EXAM).order_by("query_id")


def split_page(queries: Iterable[Query]) -> list[tuple[Query, list[tuple[Pair, PlayableClip]]]]:
    """The queries with those of their pairs that an exam may hold, by rank, with clips; four SQL queries more."""
    queries = list(queries)
    pairs: dict[int, list[Pair]] = defaultdict(list)
    if queries:
        usable = usable_pairs(queries[0].campaign).filter(query__in=queries)
        for pair in usable.select_related("moment").order_by("rank"):
            pairs[pair.query_id].append(pair)
    clips = playable_clips(pair.moment_id for found in pairs.values() for pair in found)
    return [(query, [(pair, clips[pair.moment_id]) for pair in pairs[query.pk]]) for query in queries]
