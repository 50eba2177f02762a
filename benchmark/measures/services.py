"""Takes orders for studies of measures and carries them out; safe to run twice, and at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from benchmark.measures.order import MeasureOrder
from benchmark.measures.selectors import LabelledBench, bench_of, require_comparable
from benchmark.models import MeasureStudy
from evaluation.metrics.errors import EvaluationError
from evaluation.stability.progress import Progress
from evaluation.studies.studied import Figures, studied
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_newest
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Campaign, Job


@transaction.atomic
def order_measures(*, campaign: Campaign, order: MeasureOrder, actor: str, now: datetime) -> Job:
    """Have the worker study the measures; raises BadInput for runs that cannot be compared, and while it does."""
    require_comparable(campaign, order)
    hold_campaign(campaign)
    job = order_newest(campaign=campaign, kind=MEASURES.name, actor=actor, now=now, order=asdict(order))
    if job is None:
        raise BadInput("the measures are already being studied")
    return job


def study_measures(*, now: datetime) -> int:
    """Make the studies that wait, one after the other; how many were tried."""
    return do_jobs(MEASURES, now=now)


def study_measures_beside(*, now: datetime) -> bool:
    """Begin them in a thread beside embedded mode's worker, as they may take minutes; whether one was begun."""
    if is_beside(MEASURES.step):
        return False
    free_lost_jobs(kind=MEASURES.name, now=now)
    return free_jobs(MEASURES.name, now).exists() and begin_beside(MEASURES.step, study_measures, now=now)


@transaction.atomic
def keep_measures(
    *, campaign: Campaign, found: LabelledBench, order: Mapping[str, Any], figures: Figures, actor: str, now: datetime
) -> None:
    """Store the figures in place of those that were found before."""
    kept = {"order": order, "figures": figures, "ordered_by": actor, "made_at": now}
    MeasureStudy.objects.update_or_create(
        campaign=campaign, defaults={**kept, "ledger_length": found.snapshot.ledger_length}
    )


def _study(job: Job, go: Go) -> str:
    try:
        order = MeasureOrder(**job.order)
        found = bench_of(job.campaign, order)
        go.begin(order.plan.pieces(len(found.bench.entries.names)))
        figures = studied(found.bench, order.plan, Progress(go.advance))
    except EvaluationError as error:
        raise BadInput(str(error)) from error
    with transaction.atomic():
        go.finish()
        keep_measures(
            campaign=job.campaign, found=found, order=job.order, figures=figures, actor=job.actor, now=go.now()
        )
    return ""


MEASURES = JobKind(
    "measures", "study measures", _study, lease=timedelta(minutes=30), failed="the measures could not be studied"
)
