"""Takes orders for depth studies and carries them out: ranking the whole corpus takes long at full size.

An order is tried once. A worker that was cut off may have created the study, so a second try might duplicate it.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction

from annotator.studies.services import MadeStudy, StudyPlan, check_study, make_study
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.encoders import is_encoder
from moments.encoders.services import stored_encoder
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import order_newest
from moments.models import Campaign, Job

CUT_OFF = "creating it was interrupted; check whether it appears below, and create it again if not"


@transaction.atomic
def order_study(*, campaign: Campaign, plan: StudyPlan, encoder: str, actor: str, now: datetime) -> None:
    """Have the worker make the study; raises BadInput for a plan that cannot be, and while one is being made."""
    check_study(campaign=campaign, plan=plan)
    if not is_encoder(encoder):
        raise BadInput("encoder: expected one that is listed")
    hold_campaign(campaign)
    order = {"plan": asdict(plan), "encoder": encoder}
    if order_newest(campaign=campaign, kind=STUDY.name, actor=actor, now=now, order=order) is None:
        raise BadInput("another study is already being created")


def make_studies(*, now: datetime) -> int:
    """Make every study that waits, one after the other; how many were tried. One that fails stops no other."""
    return do_jobs(STUDY, now=now)


def _make(job: Job, go: Go) -> str:
    encoder, plan = stored_encoder(job.order["encoder"]), StudyPlan(**job.order["plan"])
    go.begin(plan.queries)
    made = make_study(
        campaign=job.campaign, plan=plan, encoder=encoder, now=go.now(), actor=job.actor, advance=go.advance
    )
    return _outcome(made)


STUDY = JobKind("study", "make studies", _make, lease=timedelta(minutes=30), most_tries=1, cut_off=CUT_OFF)


def _outcome(made: MadeStudy) -> str:
    """What was made, in a sentence or two."""
    met = (
        f"; {made.met:,} {'was' if made.met == 1 else 'were'} left out because somebody has already seen the pair"
        if made.met
        else ""
    )
    lacking = counted(made.missing_clips, "moment has", "moments have")
    clips = f" {lacking} no clip yet; run cut_clips to cut them." if made.missing_clips else ""
    return f"Study {made.study.number}: {counted(made.pairs, 'pair')} and {counted(made.seats, 'seat')}{met}.{clips}"
