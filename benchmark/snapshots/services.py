"""Takes the labels of a campaign's standing verdicts as they are now, for runs to be scored against."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from benchmark.models import LabelSnapshot, Run, RunKind
from benchmark.snapshots.selectors import TakenLabels, newest_snapshot, taken_labels
from consensus.export.services.exporting import snapshot as one_moment
from moments.campaign.services import hold_campaign
from moments.jobs.services.leases import order_again, order_job
from moments.models import Campaign, Job, JobState

RENEWAL = timedelta(hours=1)
REFERENCES = (RunKind.SIMILARITY, RunKind.RANDOM, RunKind.ORACLE)
TWIN_REFERENCES = (RunKind.RANDOM, RunKind.ORACLE)
ACTOR = "platform"


def renew_labels(*, campaign: Campaign, now: datetime) -> LabelSnapshot | None:
    """Take the labels again if they changed, and have every scored run and the reference runs scored.

    The snapshot in force; None if the campaign has no labels yet. Unchanged labels keep their snapshot.
    """
    with one_moment():
        found = taken_labels(campaign)
        head = campaign.ledger_head
        head.refresh_from_db()
    if found is None:
        return None
    with transaction.atomic():
        hold_campaign(campaign)
        newest = newest_snapshot(campaign)
        if newest is not None and newest.ledger_length > head.length:
            return newest  # somebody took later ones meanwhile
        if newest is not None and newest.sha256 == found.digest:
            LabelSnapshot.objects.filter(pk=newest.pk).update(
                ledger_length=head.length, ledger_hash=head.hash, checked_at=now
            )
            return newest
        snapshot = _keep(campaign, found, newest.number + 1 if newest else 1, now)
        _send_to_scoring(campaign, now)
    return snapshot


def renewal_is_due(newest: LabelSnapshot | None, *, ledger_length: int, now: datetime) -> bool:
    """Whether nobody has to ask: there is none yet, or decisions were made since and an hour has gone by."""
    if newest is None:
        return True
    return newest.ledger_length != ledger_length and now - newest.checked_at >= RENEWAL


def _keep(campaign: Campaign, found: TakenLabels, number: int, now: datetime) -> LabelSnapshot:
    head = campaign.ledger_head
    return LabelSnapshot.objects.create(
        campaign=campaign,
        number=number,
        ledger_length=head.length,
        ledger_hash=head.hash,
        labels=found.labels,
        queries=found.queries,
        sha256=found.digest,
        content=found.pack(),
        made_at=now,
        checked_at=now,
    )


def _send_to_scoring(campaign: Campaign, now: datetime) -> None:
    runs = Run.objects.filter(campaign=campaign)
    order_again(jobs=Job.objects.filter(run__in=runs, state__in=[JobState.DONE, JobState.RUNNING]), now=now)
    there = set(runs.exclude(kind=RunKind.UPLOADED).values_list("kind", flat=True))
    number = next_number(campaign)
    for kind in TWIN_REFERENCES if campaign.is_twin else REFERENCES:
        if kind in there:
            continue
        Run.objects.create(
            campaign=campaign,
            number=number,
            name=f"reference: {kind.value}",
            kind=kind,
            job=order_scoring(campaign, number, ACTOR, now),
            uploaded_by=ACTOR,
            uploaded_at=now,
        )
        number += 1


def order_scoring(campaign: Campaign, number: int, actor: str, now: datetime) -> Job:
    """The job of a new run; to be called while the campaign is held."""
    return order_job(campaign=campaign, kind="run", number=number, actor=actor, now=now)


def next_number(campaign: Campaign) -> int:
    """The number of the next run; to be called while the campaign is held."""
    highest = Run.objects.filter(campaign=campaign).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1
