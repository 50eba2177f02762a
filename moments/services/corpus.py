"""Imports moments and queries: all of a file or nothing of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from moments.errors import BadInput
from moments.files.moment_file import MomentRow
from moments.files.query_file import QueryRow
from moments.models import Campaign, Moment, Query, Video
from moments.sampling import sampled
from moments.services.statistics import refresh_statistics

CHUNK = 2000


@dataclass(frozen=True, slots=True)
class Imported:
    """How many rows were added, were there already, and were of a kind not asked for."""

    added: int
    known: int
    left_out: int = 0


@transaction.atomic
def import_moments(*, campaign: Campaign, rows: Sequence[MomentRow], kinds: Collection[str] | None = None) -> Imported:
    """Add the moments that the campaign does not have; a known desc_id must say the same.

    Raises BadLine, with nothing added, for a moment or video that differs from the one stored.
    """
    wanted = [row for row in rows if kinds is None or row.kind in kinds]
    videos = _add_videos(campaign, wanted)
    known = {
        desc_id: stored
        for desc_id, *stored in campaign.moments.values_list(
            "desc_id", "video__name", "start_s", "end_s", "description", "kind"
        )
    }
    fresh = []
    for row in wanted:
        stored = known.get(row.desc_id)
        if stored is None:
            fresh.append(_moment(campaign, videos, row))
        elif stored != [row.video_name, row.start_s, row.end_s, row.description, row.kind]:
            raise row.place.error(f"desc_id {row.desc_id} is in the campaign with other content")
    Moment.objects.bulk_create(fresh, batch_size=CHUNK)
    refresh_statistics(Video, Moment)
    return Imported(len(fresh), len(wanted) - len(fresh), len(rows) - len(wanted))


def _moment(campaign: Campaign, videos: dict[str, Video], row: MomentRow) -> Moment:
    return Moment(
        campaign=campaign,
        video=videos[row.video_name],
        desc_id=row.desc_id,
        start_s=row.start_s,
        end_s=row.end_s,
        description=row.description,
        caption=row.description,
        kind=row.kind,
    )


def _add_videos(campaign: Campaign, rows: Iterable[MomentRow]) -> dict[str, Video]:
    videos = {video.name: video for video in campaign.videos.all()}
    fresh: dict[str, Video] = {}
    for row in rows:
        known = videos.get(row.video_name)
        if known is not None and known.duration_s != row.duration_s:
            raise row.place.error(f"duration: {row.duration_s:g}, the campaign has {known.duration_s:g}")
        if known is None:
            fresh[row.video_name] = Video(campaign=campaign, name=row.video_name, duration_s=row.duration_s)
    Video.objects.bulk_create(fresh.values(), batch_size=CHUNK)
    return videos | fresh


@transaction.atomic
def import_queries(*, campaign: Campaign, rows: Sequence[QueryRow]) -> Imported:
    """Add the queries that the campaign does not have; a known query_id must say the same.

    Raises BadLine, with nothing added, for an unknown moment or a query that differs.
    """
    moments = dict(campaign.moments.values_list("desc_id", "pk"))
    known = {
        query_id: stored
        for query_id, *stored in campaign.queries.values_list("query_id", "text", "split", "own_moment__desc_id")
    }
    fresh = []
    for row in rows:
        if row.desc_id is not None and row.desc_id not in moments:
            raise row.place.error(f"desc_id {row.desc_id} is no moment of the campaign")
        stored = known.get(row.query_id)
        if stored is None:
            own = moments[row.desc_id] if row.desc_id is not None else None
            fresh.append(
                Query(
                    campaign=campaign,
                    query_id=row.query_id,
                    split=row.split,
                    text=row.text,
                    own_moment_id=own,
                )
            )
        elif stored != [row.text, row.split, row.desc_id]:
            raise row.place.error(f"query_id {row.query_id} is in the campaign with other content")
    Query.objects.bulk_create(fresh, batch_size=CHUNK)
    return Imported(len(fresh), len(rows) - len(fresh))


@transaction.atomic
def sample_queries(*, campaign: Campaign, split: str, count: int, seed: int) -> list[Query]:
    """Make `count` queries of `split` from captions drawn without replacement, seeded.

    A text is asked once: captions that are a query's text already, in any split, and repeated
    captions are passed over. Query ids go on from the campaign's highest. Raises BadInput when too
    few captions are left.
    """
    if count < 1:
        raise BadInput(f"--count: expected at least 1, got {count}")
    taken = set(campaign.queries.values_list("text", flat=True))
    captions = campaign.moments.order_by("desc_id").values_list("pk", "caption")
    chosen = sampled(captions, taken=taken, count=count, seed=seed)
    if len(chosen) < count:
        raise BadInput(f"--count: {count} queries asked for, {len(chosen)} captions are left to sample from")
    highest = campaign.queries.order_by("-query_id").values_list("query_id", flat=True).first() or 0
    queries = [
        Query(campaign=campaign, query_id=highest + place, split=split, text=text, own_moment_id=moment)
        for place, (moment, text) in enumerate(chosen, start=1)
    ]
    return Query.objects.bulk_create(queries, batch_size=CHUNK)
