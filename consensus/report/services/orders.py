"""Takes wishes for a campaign's report, and makes those that wait; safe to run twice, and at once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from consensus.report.selectors.reports import report_folder
from consensus.report.services.reporting import STEPS, make_report
from moments.campaign.services import hold_campaign
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import order_newest
from moments.models import Campaign, Job


@transaction.atomic
def order_report(*, campaign: Campaign, actor: str, now: datetime) -> bool:
    """Have the worker make the report anew; False if it is being made already."""
    hold_campaign(campaign)
    return order_newest(campaign=campaign, kind=REPORT.name, actor=actor, now=now) is not None


def make_reports(*, now: datetime) -> int:
    """Make every report that waits, or whose maker was lost, one after the other; how many were tried."""
    return do_jobs(REPORT, now=now)


def _make(job: Job, go: Go) -> str:
    go.begin(STEPS)
    make_report(campaign=job.campaign, out=report_folder(job.campaign), advance=go.advance)
    return ""


REPORT = JobKind("report", "make reports", _make)
