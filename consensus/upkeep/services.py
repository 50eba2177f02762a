"""Takes orders for a sweep at once and for a check of the data, and carries them out; safe to run twice."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime

from django.conf import settings
from django.db import transaction

from consensus.sweep.services import settle_campaign
from consensus.upkeep.selectors import verified_path
from consensus.verify.selectors.whole import all_breaches
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import order_newest
from moments.models import Campaign, CampaignStatus, Job


@transaction.atomic
def order_sweep(*, campaign: Campaign, actor: str, now: datetime) -> None:
    """Have a worker sweep the campaign; raises BadInput if it is not open or a sweep waits already."""
    if campaign.status not in (CampaignStatus.OPEN, CampaignStatus.PAUSED):
        raise BadInput("nothing can be settled before the campaign opens or in an archive")
    hold_campaign(campaign)
    if order_newest(campaign=campaign, kind=SWEEPING.name, actor=actor, now=now) is None:
        raise BadInput("the campaign is already being settled")


@transaction.atomic
def order_check(*, campaign: Campaign, actor: str, now: datetime) -> None:
    """Have a worker check the campaign's data; raises BadInput if a check is under way."""
    hold_campaign(campaign)
    if order_newest(campaign=campaign, kind=CHECKING.name, actor=actor, now=now) is None:
        raise BadInput("the data is already being checked")


def sweep_ordered(*, now: datetime) -> int:
    """Sweep every campaign for which that was ordered; how many were tried."""
    return do_jobs(SWEEPING, now=now)


def check_ordered(*, now: datetime) -> int:
    """Check every campaign for which that was ordered; how many were tried."""
    return do_jobs(CHECKING, now=now)


def _sweep(job: Job, go: Go) -> str:
    swept = asdict(settle_campaign(campaign=job.campaign, now=go.now()))
    done = [f"{count:,} {what.replace('_', ' ')}" for what, count in swept.items() if count]
    return ", ".join(done) or "there was nothing to settle"


def _check(job: Job, go: Go) -> str:
    now = go.now()
    found = list(all_breaches(job.campaign, now=now, sweep_s=settings.SWEEP_INTERVAL_S))
    path = verified_path(job.campaign)
    path.parent.mkdir(parents=True, exist_ok=True)
    growing = path.with_suffix(f".{job.pk}.partial")
    growing.write_text(json.dumps({"checked_at": now.isoformat(), "breaches": found}), encoding="utf-8")
    growing.replace(path)
    return counted(len(found), "breach", "breaches")


SWEEPING = JobKind("sweep", "settle when asked", _sweep, failed="the sweep ended with an error")
CHECKING = JobKind("verify", "verify campaigns", _check, failed="the check ended with an error")
