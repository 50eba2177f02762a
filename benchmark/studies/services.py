"""Takes orders for studies of runs and carries them out; safe to run twice, and at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Protocol

from django.db import transaction

from benchmark.models import KeptStudy, LabelSnapshot
from benchmark.studies.sections import Section
from benchmark.studies.selectors import require_comparable
from evaluation.metrics.errors import EvaluationError
from evaluation.stability.progress import Progress
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_newest
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Campaign, Job

Figures = dict[str, Any]


class Order(Protocol):
    """What somebody asks of a study: a dataclass that refuses what is out of its range with EvaluationError."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def runs(self) -> Sequence[int]:
        """The numbers of the runs."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A study that is ready to be made: on which labels, in how many pieces, and what makes its figures."""

    snapshot: LabelSnapshot
    pieces: int
    make: Callable[[Progress], Figures]


@dataclass(frozen=True)
class RunStudy:
    """A study of a campaign's runs that people order: what is asked, how it is made, kept and shown.

    `name` is that of its jobs, `step` what *Operation* calls it, `table` holds the newest figures of each campaign.
    `prepare` raises BadInput or EvaluationError for what the campaign's data refuse. `busy` is said to whoever orders
    it while it is made, `failed` begins the reason after an unexpected error.
    """

    name: str
    step: str
    order: Callable[..., Order]
    most_runs: int
    table: type[KeptStudy]
    prepare: Callable[[Campaign, Any], Prepared]
    sections: Callable[[Figures], list[Section]]
    busy: str
    failed: str

    @cached_property
    def job(self) -> JobKind:
        """How its jobs are done."""
        lease = timedelta(minutes=30)
        return JobKind(self.name, self.step, lambda job, go: _study(self, job, go), lease=lease, failed=self.failed)

    def kept(self, campaign: Campaign) -> KeptStudy | None:
        """What was found last, None before the first study."""
        return self.table.objects.filter(campaign=campaign).first()

    def make_ordered(self, *, now: datetime) -> int:
        """Make the studies that wait, one after the other; how many were tried."""
        return do_jobs(self.job, now=now)

    def make_beside(self, *, now: datetime) -> bool:
        """Begin them in a thread beside embedded mode's worker, as they may take minutes; whether one was begun."""
        if is_beside(self.step):
            return False
        free_lost_jobs(kind=self.name, now=now)
        return free_jobs(self.name, now).exists() and begin_beside(self.step, self.make_ordered, now=now)


@transaction.atomic
def order_run_study(*, study: RunStudy, campaign: Campaign, order: Order, actor: str, now: datetime) -> Job:
    """Have the worker make the study; raises BadInput for runs that cannot be compared, and while it does."""
    require_comparable(campaign, order.runs)
    hold_campaign(campaign)
    job = order_newest(campaign=campaign, kind=study.name, actor=actor, now=now, order=asdict(order))
    if job is None:
        raise BadInput(study.busy)
    return job


@transaction.atomic
def keep_run_study(
    *,
    study: RunStudy,
    campaign: Campaign,
    snapshot: LabelSnapshot,
    order: Mapping[str, Any],
    figures: Figures,
    actor: str,
    now: datetime,
) -> None:
    """Store the figures in place of those that were found before."""
    kept = {"order": order, "figures": figures, "ordered_by": actor, "made_at": now}
    study.table.objects.update_or_create(campaign=campaign, defaults={**kept, "ledger_length": snapshot.ledger_length})


def _study(study: RunStudy, job: Job, go: Go) -> str:
    try:
        prepared = study.prepare(job.campaign, study.order(**job.order))
        go.begin(prepared.pieces)
        figures = prepared.make(Progress(go.advance))
    except EvaluationError as error:
        raise BadInput(str(error)) from error
    with transaction.atomic():
        go.finish()
        keep_run_study(
            study=study, campaign=job.campaign, snapshot=prepared.snapshot, order=job.order, figures=figures,
            actor=job.actor, now=go.now(),
        )  # fmt: skip
    return ""
