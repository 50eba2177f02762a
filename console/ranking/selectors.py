"""What the ranking inspector shows: a query and what two sources found for it, side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404

from annotator.player.selectors import PlayableClip, playable_clips
from moments.clips.selectors.clips import HIGHEST_ID
from moments.models import Campaign, CandidateList, Moment, PairSource, Query
from moments.ranking.selectors import PAIRS

ROWS_SHOWN = 40


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A moment that a source found: its rank there and in the other source (None: not found), and who else found it.

    `number` is the pair's, where the source is the query's pairs.
    """

    moment: Moment
    rank: int
    similarity: float
    other_rank: int | None
    is_own: bool
    clip: PlayableClip
    number: int | None
    finders: Sequence[tuple[str, int]]

    @property
    def higher_there(self) -> int:
        """By how many ranks the other source has it higher."""
        return max(0, self.rank - self.other_rank) if self.other_rank is not None else 0

    @property
    def lower_there(self) -> int:
        """By how many ranks the other source has it lower."""
        return max(0, self.other_rank - self.rank) if self.other_rank is not None else 0


@dataclass(frozen=True, slots=True)
class Side:
    """One source: its rows, the first 40 of `total`; `there` is false where it has no list of this query."""

    source: str
    rows: Sequence[FoundRow]
    total: int
    alone: int
    there: bool

    @property
    def shared(self) -> int:
        """How many of its moments the other source found too."""
        return self.total - self.alone


@dataclass(frozen=True, slots=True)
class _Found:
    desc_id: int
    rank: int
    similarity: float
    number: int | None = None
    finders: Sequence[tuple[str, int]] = ()


def queries_found(campaign: Campaign, text: str) -> QuerySet[Query]:
    """The queries whose text holds these words or whose query_id is that number; all for an empty text."""
    queries = campaign.queries.order_by("query_id")
    if not text:
        return queries
    wanted = Q(text__icontains=text)
    if text.isascii() and text.isdigit() and int(text) <= HIGHEST_ID:
        wanted |= Q(query_id=int(text))
    return queries.filter(wanted)


def inspected_query(campaign: Campaign, query_id: int) -> Query:
    """The query; raises Http404 if there is none."""
    query = campaign.queries.filter(query_id=query_id).select_related("own_moment").first()
    if query is None:
        raise Http404("no such query")
    return query


def side_by_side(query: Query, sources: Sequence[str]) -> list[Side]:
    """What each of the two sources found, in a fixed number of SQL queries."""
    lists = {source: _found(query, source) for source in dict.fromkeys(sources)}
    wanted = {one.desc_id for found in lists.values() for one in (found or [])[:ROWS_SHOWN]}
    moments = _moments(query, wanted)
    clips = playable_clips(each.pk for each in moments.values())
    first, second = sources
    return [
        _side(query, source, lists[source], lists[other], moments, clips)
        for source, other in ((first, second), (second, first))
    ]


def _side(
    query: Query,
    source: str,
    found: Sequence[_Found] | None,
    others: Sequence[_Found] | None,
    moments: dict[int, Moment],
    clips: dict[int, PlayableClip],
) -> Side:
    ranks = {one.desc_id: one.rank for one in others or ()}
    rows = []
    for one in (found or [])[:ROWS_SHOWN]:
        moment = moments.get(one.desc_id)
        if moment is None:
            continue
        rows.append(
            FoundRow(
                moment=moment,
                rank=one.rank,
                similarity=one.similarity,
                other_rank=ranks.get(one.desc_id),
                is_own=moment.pk == query.own_moment_id,
                clip=clips[moment.pk],
                number=one.number,
                finders=one.finders,
            )
        )
    alone = sum(one.desc_id not in ranks for one in found or ())
    return Side(source, rows, len(found or ()), alone, found is not None)


def _found(query: Query, source: str) -> list[_Found] | None:
    if source == PAIRS:
        return _pairs(query) or None
    stored = CandidateList.objects.filter(query=query, source=source).first()
    if stored is None:
        return None
    found = zip(stored.desc_ids, stored.similarities, strict=True)
    return [_Found(desc_id, rank, value) for rank, (desc_id, value) in enumerate(found, start=1)]


def _pairs(query: Query) -> list[_Found]:
    finders: dict[int, list[tuple[str, int]]] = defaultdict(list)
    rows = PairSource.objects.filter(pair__query=query).order_by("rank", "source")
    for pair, source, rank in rows.values_list("pair", "source", "rank"):
        finders[pair].append((source, rank))
    pairs = query.pairs.filter(study_only=False).order_by("rank")
    fields = pairs.values_list("pk", "moment__desc_id", "rank", "similarity", "number")
    return [_Found(desc_id, rank, value, number, finders[pk]) for pk, desc_id, rank, value, number in fields]


def _moments(query: Query, desc_ids: Iterable[int]) -> dict[int, Moment]:
    rows = Moment.objects.filter(campaign=query.campaign_id, desc_id__in=list(desc_ids)).select_related("video")
    return {moment.desc_id: moment for moment in rows}
