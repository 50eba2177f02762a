"""Takes wishes for a campaign's report, and makes those that wait; safe to run twice, and at once."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.db import Error, transaction
from django.db.models import F, Q

from consensus.models import ExportState, ReportOrder
from consensus.report.selectors.reports import report_folder
from consensus.report.services.reporting import make_report
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.jobs.services.steps import Steps, is_passing, renew_connection, unmade
from moments.models import Campaign

LOST_AFTER = timedelta(hours=1)
LONGEST_FAILURE = 1000
MOST_ATTEMPTS = 3
STEP = "make reports"
logger = logging.getLogger("reelevance.reports")


@transaction.atomic
def order_report(*, campaign: Campaign, actor: str, now: datetime) -> bool:
    """Have the worker make the report anew; False where it is being made already."""
    hold_campaign(campaign)
    if ReportOrder.objects.filter(campaign=campaign, state=ExportState.MAKING).exists():
        return False
    fresh = {"state": ExportState.MAKING, "taken_at": None, "attempts": 0, "failure": ""}
    ReportOrder.objects.update_or_create(campaign=campaign, defaults={"actor": actor, "asked_at": now, **fresh})
    return True


def make_reports(*, now: datetime) -> int:
    """Make every report that waits, or whose maker was lost, one after the other; how many.

    One that fails stops no other: it has failed for good, or its step is marked and it is tried again.
    """
    steps = Steps(STEP, now=now)
    free = Q(taken_at=None) | Q(taken_at__lt=now - LOST_AFTER)
    waiting = ReportOrder.objects.filter(free, state=ExportState.MAKING).select_related("campaign")
    made = [
        steps.attempt(STEP, partial(_make, order, now), campaign=order.campaign)
        for order in waiting.order_by("asked_at", "pk")
    ]
    steps.clear_gone()
    return made.count(True)


def _make(order: ReportOrder, now: datetime) -> bool:
    """Take the order and make the report; False where another took it first, or it was lost too often."""
    mine = ReportOrder.objects.filter(pk=order.pk, state=ExportState.MAKING, taken_at=order.taken_at)
    if order.attempts >= MOST_ATTEMPTS:
        failure = f"its making was cut off {MOST_ATTEMPTS} times; the worker's log says more"
        mine.update(state=ExportState.FAILED, failure=failure)
        return False
    if not mine.update(taken_at=now, attempts=F("attempts") + 1):
        return False
    taken = ReportOrder.objects.filter(pk=order.pk, state=ExportState.MAKING, taken_at=now)
    try:
        make_report(campaign=order.campaign, out=report_folder(order.campaign))
        taken.update(state=ExportState.READY)
    except BadInput as problem:
        taken.update(state=ExportState.FAILED, failure=str(problem)[:LONGEST_FAILURE])
    except OSError as error:
        logger.exception("the report of %s failed", order.campaign.slug)
        taken.update(state=ExportState.FAILED, failure=(error.strerror or str(error))[:LONGEST_FAILURE])
    except Error:  # the database's trouble, not the report's
        renew_connection()
        with suppress(Error):
            taken.update(taken_at=None)
        raise
    except Exception as error:
        if is_passing(error):
            raise
        logger.exception("the report of %s failed", order.campaign.slug)
        taken.update(state=ExportState.FAILED, failure=unmade(error))
    return True
