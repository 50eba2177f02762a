"""Adds the videos, moments and queries of an archive that the campaign does not have yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from consensus.imported.contents import Archive, Described
from consensus.imported.planning import ArchivePlan, PlannedQuery
from moments.base.errors import BadInput
from moments.models import Campaign, Moment, MomentKind, Query, Video

CHUNK = 2000
Key = tuple[str, float, float, str]


@dataclass(slots=True)
class ArchiveCorpus:
    """Primary keys of queries by number, of moments by desc_id and by content, and how many rows are new.

    Moments of one content may be several: a query asks each of them once.
    """

    queries: dict[int, int] = field(default_factory=dict)
    by_desc_id: dict[int, int] = field(default_factory=dict)
    by_content: dict[Key, list[int]] = field(default_factory=lambda: defaultdict(list))
    videos_added: int = 0
    moments_added: int = 0
    queries_added: int = 0

    def moments_of(self, query: PlannedQuery) -> list[int]:
        """The moments of the query's pairs, no two the same."""
        used: dict[Key, int] = defaultdict(int)
        return [self._moment(entry, used) for entry in (pair.entry for pair in query.pairs)]

    def _moment(self, entry: Described, used: dict[Key, int]) -> int:
        if entry.desc_id is not None:
            return self.by_desc_id[entry.desc_id]
        place = used[_key(entry)]
        used[_key(entry)] += 1
        return self.by_content[_key(entry)][place]


def add_corpus(*, campaign: Campaign, archive: Archive, plan: ArchivePlan) -> ArchiveCorpus:
    """Within the caller's transaction; raises BadInput for what contradicts the campaign's own corpus."""
    corpus = ArchiveCorpus()
    videos = _add_videos(campaign, archive, corpus)
    _add_moments(campaign, plan, videos, corpus)
    _add_queries(campaign, plan, corpus)
    return corpus


def _add_videos(campaign: Campaign, archive: Archive, corpus: ArchiveCorpus) -> dict[str, int]:
    known = {name: (pk, duration) for name, pk, duration in campaign.videos.values_list("name", "pk", "duration_s")}
    fresh: dict[str, Video] = {}
    for entry in archive.described.values():
        if entry.video in known:
            duration = known[entry.video][1]
            if entry.duration_s is not None and entry.duration_s != duration:
                raise entry.place.error(f"duration: {entry.duration_s:g}, but the campaign has {duration:g}")
        elif entry.video not in fresh:
            fresh[entry.video] = Video(campaign=campaign, name=entry.video, duration_s=archive.duration_of(entry.video))
    made = Video.objects.bulk_create(fresh.values(), batch_size=CHUNK)
    corpus.videos_added = len(made)
    return {name: pk for name, (pk, _) in known.items()} | {video.name: video.pk for video in made}


def _add_moments(campaign: Campaign, plan: ArchivePlan, videos: dict[str, int], corpus: ArchiveCorpus) -> None:
    stored = campaign.moments.order_by("desc_id").values_list(
        "pk", "desc_id", "video__name", "start_s", "end_s", "caption"
    )
    for pk, desc_id, video, start_s, end_s, caption in stored.iterator(chunk_size=CHUNK):
        corpus.by_desc_id[desc_id] = pk
        corpus.by_content[video, start_s, end_s, caption].append(pk)
    given = (pair.entry.desc_id for query in plan.queries for pair in query.pairs)
    highest = max([0, *corpus.by_desc_id, *(desc_id for desc_id in given if desc_id is not None)])
    chunk: list[tuple[Described, Moment]] = []
    for entry in _wanting(plan, corpus):
        highest += entry.desc_id is None
        desc_id = highest if entry.desc_id is None else entry.desc_id
        chunk.append((entry, _moment(campaign, videos[entry.video], entry, desc_id)))
        if len(chunk) == CHUNK:
            _store(chunk, corpus)
    _store(chunk, corpus)


def _wanting(plan: ArchivePlan, corpus: ArchiveCorpus) -> Iterator[Described]:
    """The descriptions that need a moment which is not there, each as often as one query asks for it."""
    there = {key: len(moments) for key, moments in corpus.by_content.items()}
    ids = set(corpus.by_desc_id)
    for query in plan.queries:
        used: dict[Key, int] = defaultdict(int)
        asked: set[int] = set()
        for entry in (pair.entry for pair in query.pairs):
            if entry.desc_id is not None:
                if entry.desc_id in asked:
                    raise entry.place.error(f"desc_id {entry.desc_id} appears twice among the pairs of one query")
                asked.add(entry.desc_id)
                if entry.desc_id not in ids:
                    ids.add(entry.desc_id)
                    yield entry
                continue
            used[_key(entry)] += 1
            if used[_key(entry)] > there.get(_key(entry), 0):
                there[_key(entry)] = used[_key(entry)]
                yield entry


def _store(chunk: list[tuple[Described, Moment]], corpus: ArchiveCorpus) -> None:
    Moment.objects.bulk_create(moment for _, moment in chunk)
    for entry, moment in chunk:
        corpus.by_desc_id[moment.desc_id] = moment.pk
        corpus.by_content[_key(entry)].append(moment.pk)
    corpus.moments_added += len(chunk)
    chunk.clear()


def _moment(campaign: Campaign, video: int, entry: Described, desc_id: int) -> Moment:
    return Moment(
        campaign=campaign,
        video_id=video,
        desc_id=desc_id,
        start_s=entry.start_s,
        end_s=entry.end_s,
        description=entry.caption,
        caption=entry.caption,
        kind=MomentKind.VIDEO,
    )


def _add_queries(campaign: Campaign, plan: ArchivePlan, corpus: ArchiveCorpus) -> None:
    known = {number: (pk, text) for number, pk, text in campaign.queries.values_list("query_id", "pk", "text")}
    fresh = []
    for query in plan.queries:
        if query.query_id not in known:
            fresh.append(Query(campaign=campaign, query_id=query.query_id, split=query.split, text=query.text))
        elif known[query.query_id][1] != query.text:
            raise BadInput(f"query_id {query.query_id} is already in the campaign with a different text")
    made: Sequence[Query] = Query.objects.bulk_create(fresh, batch_size=CHUNK)
    corpus.queries_added = len(made)
    corpus.queries = {number: pk for number, (pk, _) in known.items()} | {query.query_id: query.pk for query in made}


def _key(entry: Described) -> Key:
    return (entry.video, entry.start_s, entry.end_s, entry.caption)
