"""Takes wishes for a depth study, and makes those that wait: ranking the whole corpus takes long at full size.

An order is tried once. Whoever was cut off may have made the study already, so that a second go might double it.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial

from django.db import Error, transaction

from annotator.studies.services import MadeStudy, StudyPlan, check_study, make_study
from consensus.models import ExportState, StudyOrder
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.encoders import is_encoder
from moments.encoders.services import stored_encoder
from moments.jobs.services.steps import Steps, is_passing, renew_connection, unmade
from moments.models import Campaign

LOST_AFTER = timedelta(minutes=30)
LONGEST_SAID = 1000
STEP = "make studies"
CUT_OFF = "its making was cut off; look whether it stands below, else make it again"
logger = logging.getLogger("reelevance.studies")


@transaction.atomic
def order_study(*, campaign: Campaign, plan: StudyPlan, encoder: str, actor: str, now: datetime) -> None:
    """Have the worker make the study; raises BadInput for a plan that cannot be, and while one is being made."""
    check_study(campaign=campaign, plan=plan)
    if not is_encoder(encoder):
        raise BadInput("encoder: expected one that is listed")
    hold_campaign(campaign)
    if StudyOrder.objects.filter(campaign=campaign, state=ExportState.MAKING).exists():
        raise BadInput("another study is being made already")
    fresh = {"state": ExportState.MAKING, "taken_at": None, "said": ""}
    asked = {"actor": actor, "plan": asdict(plan), "encoder": encoder, "asked_at": now}
    StudyOrder.objects.update_or_create(campaign=campaign, defaults={**asked, **fresh})


def make_studies(*, now: datetime) -> int:
    """Make every study that waits, one after the other; how many were made. One that fails stops no other."""
    steps = Steps(STEP, now=now)
    making = StudyOrder.objects.filter(state=ExportState.MAKING)
    making.filter(taken_at__lt=now - LOST_AFTER).update(state=ExportState.FAILED, said=CUT_OFF)
    waiting = making.filter(taken_at=None).select_related("campaign")
    made = [
        steps.attempt(STEP, partial(_make, order, now), campaign=order.campaign)
        for order in waiting.order_by("asked_at", "pk")
    ]
    steps.clear_gone()
    return made.count(True)


def _make(order: StudyOrder, now: datetime) -> bool:
    """Take the order and make the study; False where another took it first, or it cannot be made."""
    if not StudyOrder.objects.filter(pk=order.pk, state=ExportState.MAKING, taken_at=None).update(taken_at=now):
        return False
    state, said = ExportState.READY, ""
    try:
        encoder = stored_encoder(order.encoder)
        plan = StudyPlan(**order.plan)
        said = _said(make_study(campaign=order.campaign, plan=plan, encoder=encoder, now=now, actor=order.actor))
    except BadInput as problem:
        state, said = ExportState.FAILED, str(problem)
    except OSError as error:
        logger.exception("a study of %s failed", order.campaign.slug)
        state, said = ExportState.FAILED, error.strerror or str(error)
    except Error:  # the study may stand, where only the answer to its COMMIT was lost
        logger.exception("a study of %s was cut off", order.campaign.slug)
        renew_connection()
        state, said = ExportState.FAILED, CUT_OFF
    except Exception as error:
        if is_passing(error):
            raise
        logger.exception("a study of %s failed", order.campaign.slug)
        state, said = ExportState.FAILED, unmade(error)
    taken = StudyOrder.objects.filter(pk=order.pk, state=ExportState.MAKING, taken_at=now)
    taken.update(state=state, said=said[:LONGEST_SAID])
    return state == ExportState.READY


def _said(made: MadeStudy) -> str:
    """What was made, in a sentence or two."""
    met = (
        f"; {made.met:,} {'was' if made.met == 1 else 'were'} left out, as somebody has met the pair"
        if made.met
        else ""
    )
    lacking = counted(made.missing_clips, "moment has", "moments have")
    clips = f" {lacking} no clip yet; cut_clips makes them." if made.missing_clips else ""
    return f"Study {made.study.number}: {counted(made.pairs, 'pair')} and {counted(made.seats, 'seat')}{met}.{clips}"
