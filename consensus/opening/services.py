"""Opens campaigns and batches: decides that a batch begins with two seats a pair (R2, R6).

A marking campaign opens for writing: its batches begin with their authors. A twins campaign opens with judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.services.seating import keep_people, seat_batches
from consensus.decisions.ledger_kinds import CAMPAIGN_OPENED
from consensus.opening.selectors.checklist import MISSING, first_pairs, opening_of, unopened_queries
from consensus.opening.selectors.depth import extendable, last_ranks
from consensus.opening.warnings import clip_warning
from consensus.twin_truths.selectors.unopened import unopened_twins, with_both_clips
from consensus.twin_truths.services.opening import open_twins
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.clips.selectors.clips import moments_without_clip
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import order_newest
from moments.ledger.services import record_decision
from moments.models import (
    Batch,
    Campaign,
    CampaignKind,
    CampaignStatus,
    Clip,
    ClipState,
    Job,
    Pair,
    ProtocolVersion,
    Query,
)

CHUNK = 2000
ALL_OPEN = {
    CampaignKind.GRADE: "every query with candidates is",
    CampaignKind.MARK: "the campaign is",
    CampaignKind.TWIN: "all twins are",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """What opening a campaign made, and what is missing; `videos` are there to be asked about, where it marks.

    In a twins campaign, `twins` are to be judged.
    """

    queries: int
    seats: int
    missing_clips: int
    qualified: int
    videos: int = 0
    twins: int = 0


def open_campaign(
    *, campaign: Campaign, allow_missing_clips: bool, now: datetime, actor: str, seen: str | None = None
) -> Opened:
    """Open batch 1 of every query that has none; queries of the exam split stay out.

    Raises BadInput without candidates, with nothing to open, where clips are missing and may not be, and where
    opening would do something else than the person saw, as `Opening.mark` has it.
    """
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput(f"campaign {campaign.slug!r} is an archive; nobody can work in it")
    if campaign.kind == CampaignKind.MARK:
        return _open_for_writing(campaign, allow_missing_clips, now, actor, seen)
    if campaign.is_twin:
        return _open_for_judging(campaign, allow_missing_clips, now, actor, seen)
    return _open_for_grading(campaign, allow_missing_clips, now, actor, seen)


def _open_for_grading(
    campaign: Campaign, allow_missing_clips: bool, now: datetime, actor: str, seen: str | None
) -> Opened:
    if not campaign.pairs.exists():
        raise BadInput(f"campaign {campaign.slug!r} has no candidates; run rank_candidates or import_candidates first")
    missing = moments_without_clip(campaign).count()
    if missing and not allow_missing_clips:
        lacking = counted(missing, "moment has", "moments have")
        raise BadInput(f"{lacking} no clip; run cut_clips first", remedy="allow_missing_clips")
    with transaction.atomic():
        hold_campaign(campaign)
        _require_seen(campaign, seen)
        queries = list(unopened_queries(campaign))
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
def _open_for_writing(
    campaign: Campaign, allow_missing_clips: bool, now: datetime, actor: str, seen: str | None
) -> Opened:
    hold_campaign(campaign)
    _require_seen(campaign, seen)
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


@transaction.atomic
def _open_for_judging(
    campaign: Campaign, allow_missing_clips: bool, now: datetime, actor: str, seen: str | None
) -> Opened:
    """Twins without clips are not opened; opening again opens those that have got them since."""
    hold_campaign(campaign)
    _require_seen(campaign, seen)
    unopened = unopened_twins(campaign)
    missing = unopened.count() - with_both_clips(unopened).count()
    if missing and not allow_missing_clips:
        lacking = counted(missing, "pair of twins lacks", "pairs of twins lack")
        raise BadInput(f"{lacking} a clip; run cut_clips first", remedy="allow_missing_clips")
    protocol = newest_protocol(campaign)
    twins, seats = open_twins(campaign=campaign, protocol=protocol, now=now)
    drafted = Campaign.objects.filter(pk=campaign.pk, status=CampaignStatus.DRAFT)
    drafted.update(status=CampaignStatus.OPEN, opened_at=now)
    payload = {"twins": twins, "seats": seats, "protocol": protocol.version}
    record_decision(campaign=campaign, kind=CAMPAIGN_OPENED, actor=actor, payload=payload, now=now)
    campaign.refresh_from_db()
    return Opened(0, seats, missing, qualified_annotators(campaign).count(), twins=twins)


@transaction.atomic
def order_opening(*, campaign: Campaign, allow_missing_clips: bool, seen: str, actor: str, now: datetime) -> None:
    """Have a worker open the campaign as the person saw it; raises BadInput if it could not be opened now."""
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput(f"campaign {campaign.slug!r} is an archive; nobody can work in it")
    hold_campaign(campaign)
    _require_seen(campaign, seen)
    opening = opening_of(campaign)
    if lacking := [check.sentence for check in opening.checks if check.state == MISSING]:
        raise BadInput("; ".join(lacking))
    if not opening.can_open:
        raise BadInput(f"{ALL_OPEN[CampaignKind(campaign.kind)]} open already")
    if opening.clipless and not allow_missing_clips:
        raise BadInput(f"{clip_warning(opening.clipless, kind=campaign.kind)}; confirm that this is intended")
    order = {"allow_missing_clips": allow_missing_clips, "seen": seen}
    if order_newest(campaign=campaign, kind=OPENING.name, actor=actor, now=now, order=order) is None:
        raise BadInput("the campaign is already being opened")


def open_ordered(*, now: datetime) -> int:
    """Open every campaign whose opening was ordered; how many were tried."""
    return do_jobs(OPENING, now=now)


def _open(job: Job, go: Go) -> str:
    go.begin(1)
    opened = open_campaign(campaign=job.campaign, now=go.now(), actor=job.actor, **job.order)
    if opened.videos:
        return f"{counted(opened.videos, 'video')} can be asked about"
    if opened.twins:
        return f"{counted(opened.twins, 'pair')} of twins opened with {counted(opened.seats, 'seat')}"
    return f"{counted(opened.queries, 'query', 'queries')} opened with {counted(opened.seats, 'seat')}"


OPENING = JobKind("opening", "open campaigns", _open, failed="opening ended with an error")


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


def _require_seen(campaign: Campaign, seen: str | None) -> None:
    if seen is not None and seen != opening_of(campaign).mark:
        raise BadInput("the campaign has changed since you opened the page; look at the list again")


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
        pair for pair in first_pairs(campaign, protocol.batch_size).order_by("number") if pair.query_id in by_query
    ]
    for pair in pairs:
        pair.batch = by_query[pair.query_id]
    Pair.objects.bulk_update(pairs, ["batch"], batch_size=500)
    return pairs
