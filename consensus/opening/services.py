"""Opens campaigns and batches: decides that a batch begins with two seats a pair (R2, R6).

A campaign that marks opens for writing: its batches begin with their authors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.services.seating import keep_people, seat_batches
from consensus.decisions.ledger_kinds import CAMPAIGN_OPENED
from consensus.opening.selectors import extendable, last_ranks
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.clips.selectors.clips import moments_without_clip
from moments.ledger.services import record_decision
from moments.models import (
    Batch,
    Campaign,
    CampaignKind,
    CampaignStatus,
    Clip,
    ClipState,
    Pair,
    ProtocolVersion,
    Query,
    Split,
)

CHUNK = 2000


@dataclass(frozen=True, slots=True)
class Opened:
    """What opening a campaign made, and what is missing; `videos` are there to be asked about, where it marks."""

    queries: int
    seats: int
    missing_clips: int
    qualified: int
    videos: int = 0


def open_campaign(*, campaign: Campaign, allow_missing_clips: bool, now: datetime, actor: str) -> Opened:
    """Open batch 1 of every query that has none; queries of the exam split stay out.

    Raises BadInput without candidates, with nothing to open, or where clips are missing and may not be.
    """
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput(f"campaign {campaign.slug!r} is an archive; nobody can work in it")
    if campaign.kind == CampaignKind.MARK:
        return _open_for_writing(campaign, allow_missing_clips, now, actor)
    if not campaign.pairs.exists():
        raise BadInput(f"campaign {campaign.slug!r} has no candidates; run rank_candidates or import_candidates first")
    missing = moments_without_clip(campaign).count()
    if missing and not allow_missing_clips:
        lacking = counted(missing, "moment has", "moments have")
        raise BadInput(f"{lacking} no clip; run cut_clips first", remedy="allow_missing_clips")
    with transaction.atomic():
        hold_campaign(campaign)
        queries = list(_unopened_queries(campaign))
        if not queries:
            raise BadInput(f"campaign {campaign.slug!r} is already open with every ranked query")
        protocol = newest_protocol(campaign)
        batches = _make_batches(campaign, queries, protocol, number=1, now=now)
        seats = seat_batches(batches=batches, pairs=_first_pairs(campaign, batches, protocol))
        drafted = Campaign.objects.filter(pk=campaign.pk, status=CampaignStatus.DRAFT)
        drafted.update(status=CampaignStatus.OPEN, opened_at=now)  # a paused campaign stays paused
        payload = {"queries": len(queries), "seats": seats, "protocol": protocol.version}
        record_decision(campaign=campaign, kind=CAMPAIGN_OPENED, actor=actor, payload=payload, now=now)
    campaign.refresh_from_db()
    return Opened(len(queries), seats, missing, qualified_annotators(campaign).count())


@transaction.atomic
def _open_for_writing(campaign: Campaign, allow_missing_clips: bool, now: datetime, actor: str) -> Opened:
    hold_campaign(campaign)
    whole = campaign.moments.filter(whole=True)
    videos = whole.count()
    if not videos:
        raise BadInput(f"campaign {campaign.slug!r} has no videos; run import_videos first")
    ready = Clip.objects.filter(moment=OuterRef("pk"), state=ClipState.READY)
    missing = whole.filter(~Exists(ready)).count()
    if missing and not allow_missing_clips:
        lacking = counted(missing, "video has", "videos have")
        raise BadInput(f"{lacking} no proxy; run cut_clips first", remedy="allow_missing_clips")
    drafted = Campaign.objects.filter(pk=campaign.pk, status=CampaignStatus.DRAFT)
    if not drafted.update(status=CampaignStatus.OPEN, opened_at=now):
        raise BadInput(f"campaign {campaign.slug!r} is already open; videos that are added later need no opening")
    payload = {"videos": videos, "protocol": newest_protocol(campaign).version}
    record_decision(campaign=campaign, kind=CAMPAIGN_OPENED, actor=actor, payload=payload, now=now)
    campaign.refresh_from_db()
    return Opened(0, 0, missing, qualified_annotators(campaign).count(), videos)


def open_next_batch(*, batch: Batch, now: datetime) -> Batch:
    """The query's next batch, under the protocol now in force, reserved for the people of this one.

    Within the caller's transaction; the caller has seen to it that there are pairs to score.
    """
    (opened,) = open_next_batches(batches=[batch], now=now)
    return opened


def open_next_batches(*, batches: Sequence[Batch], now: datetime) -> list[Batch]:
    """The same for many batches of one campaign, in a number of statements that grows only with their people."""
    opened: list[Batch] = []
    last = last_ranks(batches)
    groups: dict[tuple[int, int], list[Batch]] = {}
    for batch in batches:
        groups.setdefault((batch.number, last[batch.pk]), []).append(batch)
    for (number, rank), group in groups.items():
        made = _open_behind(group, number=number + 1, last_rank=rank, now=now)
        keep_people(batches=made, earlier=group, now=now)
        opened.extend(made)
    return opened


def _open_behind(earlier: Sequence[Batch], *, number: int, last_rank: int, now: datetime) -> list[Batch]:
    campaign = earlier[0].campaign
    protocol = newest_protocol(campaign)
    opened = _make_batches(campaign, [batch.graded_query for batch in earlier], protocol, number=number, now=now)
    further = Pair.objects.filter(
        query__in=[batch.query_id for batch in earlier],
        study_only=False,
        rank__gt=last_rank,
        rank__lte=last_rank + protocol.batch_size,
    )
    of_query = Batch.objects.filter(query=OuterRef("query"), number=number)
    further.update(batch=Subquery(of_query.values("pk")[:1]))
    pairs = Pair.objects.filter(batch__in=[batch.pk for batch in opened])
    seat_batches(batches=opened, pairs=pairs.order_by("batch", "rank"))
    return opened


def can_extend(batch: Batch) -> bool:
    """Whether R6 and the candidates leave another batch to open; a retired query opens none."""
    return batch.pk in extendable([batch])


def has_next_batch(batch: Batch) -> bool:
    """Whether the query's next batch is open already: this one was decided, extended and then started again."""
    return Batch.objects.filter(query=batch.query_id, number=batch.number + 1).exists()


def _unopened_queries(campaign: Campaign) -> QuerySet[Query]:
    judged = campaign.queries.exclude(split=Split.EXAM).filter(retired_at=None)
    return judged.filter(batches=None, pairs__rank=1).order_by("query_id")


def _make_batches(
    campaign: Campaign, queries: Sequence[Query], protocol: ProtocolVersion, *, number: int, now: datetime
) -> list[Batch]:
    batches = [
        Batch(campaign=campaign, query=query, number=number, protocol=protocol, opened_at=now) for query in queries
    ]
    return Batch.objects.bulk_create(batches, batch_size=CHUNK)


def _first_pairs(campaign: Campaign, batches: Sequence[Batch], protocol: ProtocolVersion) -> list[Pair]:
    """The pairs of batch 1 of each query, with their batch set."""
    by_query = {batch.query_id: batch for batch in batches}
    pairs = [
        pair
        for pair in campaign.pairs.filter(batch=None, study_only=False, rank__lte=protocol.batch_size).order_by(
            "number"
        )
        if pair.query_id in by_query
    ]
    for pair in pairs:
        pair.batch = by_query[pair.query_id]
    Pair.objects.bulk_update(pairs, ["batch"], batch_size=500)
    return pairs
