"""Imports moments, whole videos and queries, all of a file or nothing of it; draws queries, and adds single ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.corpus.files.moment_file import GivenMoment
from moments.corpus.files.query_file import GivenQuery
from moments.corpus.files.text import LONGEST_TEXT
from moments.corpus.files.twin_rows import FORWARD
from moments.corpus.files.video_file import GivenVideo
from moments.corpus.ledger_kinds import QUERIES_SAMPLED, QUERY_ADDED
from moments.corpus.sampling import folded
from moments.corpus.selectors.incoming import incoming_moments, incoming_queries, incoming_videos
from moments.corpus.selectors.sampling import asked_texts, drawn_captions, highest_query
from moments.database.planner_statistics import refresh_statistics
from moments.ledger.services import record_decision
from moments.models import Campaign, CampaignStatus, Moment, Query, QueryVersion, Split, Twin, Video

CHUNK = 2000
ADD_MOMENT = (
    "INSERT INTO moments_moment "
    "(campaign_id, video_id, desc_id, start_s, end_s, description, caption, kind, direction, whole) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, FALSE)"
)


@dataclass(frozen=True, slots=True)
class Imported:
    """How many rows were added, were there already, and were of a kind not asked for."""

    added: int
    known: int
    left_out: int = 0


@transaction.atomic
def import_moments(
    *, campaign: Campaign, rows: Sequence[GivenMoment], kinds: Collection[str] | None = None
) -> Imported:
    """Add the moments that the campaign does not have; a known desc_id must say the same.

    Raises BadLine, with nothing added, for a moment or video that differs from the one stored, and for twins where
    clips play forwards only; BadInput where segments of whole videos are marked.
    """
    incoming = incoming_moments(campaign, rows, kinds=kinds)
    videos = _add_videos(campaign, incoming.fresh)
    _add_moments(campaign, videos, incoming.fresh)
    _add_twins(campaign, incoming.fresh)
    refresh_statistics(Video, Moment)
    return Imported(len(incoming.fresh), incoming.known, incoming.left_out)


def _add_moments(campaign: Campaign, videos: dict[str, int], rows: Sequence[GivenMoment]) -> None:
    """As plain rows: as objects of the ORM they take four times as long, and on SQLite all other writing waits."""
    with connection.cursor() as cursor:
        for start in range(0, len(rows), CHUNK):
            part = rows[start : start + CHUNK]
            cursor.executemany(ADD_MOMENT, [_values(campaign.pk, videos[row.video_name], row) for row in part])


def _values(campaign: int, video: int, row: GivenMoment) -> tuple[int | float | str, ...]:
    text = row.description
    return campaign, video, row.desc_id, row.start_s, row.end_s, text, text, row.kind, row.direction


def _add_twins(campaign: Campaign, rows: Sequence[GivenMoment]) -> None:
    pairs = [(row.desc_id, row.twin) for row in rows if row.twin is not None and row.direction == FORWARD]
    if not pairs:
        return
    numbers = dict(campaign.moments.values_list("desc_id", "pk"))
    twins = [Twin(forward_id=numbers[one], backward_id=numbers[other]) for one, other in pairs]
    Twin.objects.bulk_create(twins, batch_size=CHUNK)


def _add_videos(campaign: Campaign, rows: Iterable[GivenMoment]) -> dict[str, int]:
    """The primary keys of the campaign's videos by name, those of the rows among them."""
    videos = dict(campaign.videos.values_list("name", "pk"))
    durations = {row.video_name: row.duration_s for row in rows if row.video_name not in videos}
    fresh = [Video(campaign=campaign, name=name, duration_s=duration) for name, duration in durations.items()]
    made = Video.objects.bulk_create(fresh, batch_size=CHUNK)
    return videos | {video.name: video.pk for video in made}


@transaction.atomic
def import_videos(*, campaign: Campaign, rows: Sequence[GivenVideo]) -> Imported:
    """Add the videos that the campaign does not have, each with the moment that is all of it.

    Raises BadLine, with nothing added, for a video that differs from the one stored, and BadInput where moments are
    graded.
    """
    hold_campaign(campaign)
    incoming = incoming_videos(campaign, rows)
    highest = campaign.moments.aggregate(highest=Max("desc_id"))["highest"] or 0
    videos = Video.objects.bulk_create(
        [
            Video(campaign=campaign, name=row.video_name, duration_s=row.duration_s, domain=row.domain)
            for row in incoming.fresh
        ],
        batch_size=CHUNK,
    )
    moments = (
        Moment(campaign=campaign, video=video, desc_id=number, start_s=0, end_s=video.duration_s, kind="v", whole=True)
        for number, video in enumerate(videos, start=highest + 1)
    )
    Moment.objects.bulk_create(moments, batch_size=CHUNK)
    refresh_statistics(Video, Moment)
    return Imported(len(incoming.fresh), incoming.known)


@transaction.atomic
def import_queries(*, campaign: Campaign, rows: Sequence[GivenQuery]) -> Imported:
    """Add the queries that the campaign does not have; a known query_id must say the same.

    Raises BadLine, with nothing added, for an unknown moment or a query that differs.
    """
    incoming = incoming_queries(campaign, rows)
    moments = dict(campaign.moments.values_list("desc_id", "pk"))
    fresh = [
        Query(
            campaign=campaign,
            query_id=row.query_id,
            split=row.split,
            text=row.text,
            own_moment_id=moments[row.desc_id] if row.desc_id is not None else None,
        )
        for row in incoming.fresh
    ]
    Query.objects.bulk_create(fresh, batch_size=CHUNK)
    return Imported(len(fresh), incoming.known)


@transaction.atomic
def sample_queries(
    *, campaign: Campaign, split: str, count: int, seed: int, now: datetime, actor: str, seen: int | None = None
) -> list[Query]:
    """Make `count` queries of `split` from captions drawn without replacement, as `drawn_captions` draws them.

    Query ids go on from the campaign's highest. Raises BadInput when too few captions are free, and if queries were
    added since the person saw `seen` as the highest query_id.
    """
    if count < 1:
        raise BadInput(f"expected at least 1, got {count}", field="count")
    _require_growing(campaign, split)
    hold_campaign(campaign)
    draw = drawn_captions(campaign, count=count, seed=seed)
    if seen is not None and seen != draw.highest:
        raise BadInput("queries were added since you opened the page; look at the preview again")
    if draw.free < count:
        raise BadInput(
            f"{count} queries were requested, but only {draw.free} captions are left to sample from", field="count"
        )
    queries = [
        Query(campaign=campaign, query_id=draw.highest + place, split=split, text=text, own_moment_id=moment)
        for place, (moment, text) in enumerate(draw.chosen, start=1)
    ]
    made = Query.objects.bulk_create(queries, batch_size=CHUNK)
    payload = {"split": split, "count": count, "seed": seed, "first_query_id": draw.highest + 1}
    record_decision(campaign=campaign, kind=QUERIES_SAMPLED, actor=actor, payload=payload, now=now)
    return made


@transaction.atomic
def add_query(*, campaign: Campaign, text: str, split: str, now: datetime, actor: str) -> Query:
    """Add one query with the next query_id and no moment of its own.

    Raises BadInput for a text that is empty, too long or a query's already.
    """
    _require_growing(campaign, split)
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_TEXT or "\0" in text:
        raise BadInput(f"expected 1 to {LONGEST_TEXT:,} characters", field="text")
    hold_campaign(campaign)
    if folded(text) in asked_texts(campaign):
        raise BadInput("this text is already a query of the campaign", field="text")
    number = highest_query(campaign) + 1
    query = Query.objects.create(campaign=campaign, query_id=number, split=split, text=text)
    record_decision(
        campaign=campaign, kind=QUERY_ADDED, actor=actor, payload={"query_id": number, "split": split}, now=now
    )
    return query


def _require_growing(campaign: Campaign, split: str) -> None:
    """Raise BadInput where no query can be added: to an archive, where segments are marked, in an unknown split."""
    if split not in Split.values:
        raise BadInput(f"expected one of {', '.join(Split.values)}", field="split")
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; nothing can be added to it")
    if not campaign.is_graded:
        raise BadInput("in a marking campaign, authors write the questions")


def replace_query_text(
    before: Query, text: str, *, actor: str, reason: str, now: datetime, same_meaning: bool = False
) -> None:
    """Give the query its next version with that text; the text before stays as a QueryVersion.

    The caller holds the campaign, and what becomes of scores is decided there.
    """
    QueryVersion.objects.create(
        query=before,
        version=before.version,
        text=before.text,
        replaced_at=now,
        actor=actor,
        reason=reason,
        same_meaning=same_meaning,
    )
    Query.objects.filter(pk=before.pk).update(text=text, version=before.version + 1)
