"""Orders a campaign's runs of rewriting, and records how they ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.database.planner_statistics import refresh_statistics
from moments.jobs.services.leases import end_job, is_at_work, order_job, take_job
from moments.ledger.services import record_decision
from moments.models import Campaign, Job, JobState, Moment, RewriteRun, RewriteState, Rewriting
from moments.rewriting.ledger_kinds import CAPTIONS_REWRITTEN
from moments.rewriting.selectors.progress import newest_run, require_unsampled, rewrite_progress

KIND = "rewriting"
LEASE = timedelta(seconds=120)
CHUNK = 2000
FASTEST = 6_000
MOST_PARALLEL = 64


@dataclass(frozen=True, slots=True)
class Manner:
    """How a run rewrites."""

    method: str
    model: str
    prompt: str
    encoder: str
    tagger: str
    parallel: int = 4
    rate: int = 60


@transaction.atomic
def order_run(*, campaign: Campaign, manner: Manner, actor: str, now: datetime, held: bool = False) -> RewriteRun:
    """A new run, held by this process or free to take, with a row for every moment.

    A run that nobody works on is ended first. Raises BadInput while another is in progress, without moments, and once
    there are queries or pairs.
    """
    if not 1 <= manner.parallel <= MOST_PARALLEL:
        raise BadInput(f"expected 1 to {MOST_PARALLEL}, got {manner.parallel}", field="parallel")
    if not 1 <= manner.rate <= FASTEST:
        raise BadInput(f"expected 1 to {FASTEST} a minute, got {manner.rate}", field="rate")
    hold_campaign(campaign)
    require_unsampled(campaign)
    if not campaign.moments.exists():
        raise BadInput(f"campaign {campaign.slug!r} has no moments; run import_moments first")
    _end_lost_run(campaign, now)
    _add_rows(campaign)
    job = order_job(campaign=campaign, kind=KIND, actor=actor, now=now)
    if held:
        take_job(job=job, lease=LEASE, now=now)
    return RewriteRun.objects.create(campaign=campaign, job=job, **asdict(manner))


@transaction.atomic
def retry_failed(*, campaign: Campaign) -> int:
    """Let what got no answer wait for the next run; how many."""
    failed = Rewriting.objects.filter(moment__campaign=campaign, state=RewriteState.FAILED)
    return failed.update(state=RewriteState.WAITING, reason="")


def record_end(job: Job, reason: str, now: datetime) -> None:
    """Put the end of a run into the ledger, with its counts."""
    run, progress = job.rewrite_run, rewrite_progress(job.campaign)
    payload = {
        "method": run.method,
        "model": run.model,
        "prompt": run.prompt,
        "encoder": run.encoder,
        "tagger": run.tagger,
        "ended": reason or "done",
        "accepted": progress.accepted,
        "review": progress.review,
        "failed": progress.failed,
        "waiting": progress.waiting,
    }
    record_decision(campaign=job.campaign, kind=CAPTIONS_REWRITTEN, actor=job.actor, payload=payload, now=now)
    refresh_statistics(Rewriting, Moment)


def _add_rows(campaign: Campaign) -> None:
    """A waiting row for every moment that has none."""
    fresh = campaign.moments.filter(rewriting=None).order_by("pk").values_list("pk", flat=True)
    rows = [Rewriting(moment_id=moment) for moment in fresh]
    Rewriting.objects.bulk_create(rows, batch_size=CHUNK, ignore_conflicts=True)
    if len(rows) > CHUNK:
        refresh_statistics(Rewriting)


def _end_lost_run(campaign: Campaign, now: datetime) -> None:
    """End the run that nobody works on; raises BadInput, which says since when and where, if somebody does."""
    run = newest_run(campaign)
    if run is None or not run.job.is_live:
        return
    job = run.job
    if is_at_work(job, now):
        left = (job.leased_until - now).total_seconds() if job.leased_until else 0.0
        where = f"begun {job.ordered_at:%Y-%m-%d %H:%M} UTC on {job.holder.split(':')[0]}"
        free = f"if that process was killed, begin again in {left:.0f} s"
        raise BadInput(f"rewriting of {campaign.slug!r} is already running, {where}; {free}")
    reason = "its process was interrupted" if job.holder else "another run started before it"
    if end_job(job=job, state=JobState.FAILED if job.holder else JobState.CANCELLED, now=now, reason=reason):
        record_end(job, reason, now)
