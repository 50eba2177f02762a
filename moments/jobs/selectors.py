"""Which jobs wait or are under way, which steps fail, and how often each has failed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from moments.models import Campaign, Job, JobState, StepFailure, WorkerBeat

LATE_AFTER = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class QueueBeat:
    """The worker of a queue that was seen last; None if none was seen within a week."""

    queue: str
    newest: WorkerBeat | None
    is_late: bool


def is_free(now: datetime) -> Q:
    """Whether a job may be taken: nobody took it, or who did is lost."""
    return Q(state=JobState.WAITING) | Q(state=JobState.RUNNING, leased_until__lt=now)


def free_jobs(kind: str, now: datetime) -> QuerySet[Job]:
    """The jobs of the kind that may be taken, those that were ordered first before others."""
    free = Job.objects.filter(is_free(now), kind=kind)
    return free.select_related("campaign").order_by("ordered_at", "pk")


def newest_job(campaign: Campaign, kind: str) -> Job | None:
    """The job of the kind that was ordered last."""
    return Job.objects.filter(campaign=campaign, kind=kind).order_by("pk").last()


def failed_jobs() -> dict[str, int]:
    """How many jobs of each kind failed for good; kinds without any are left out."""
    failed = Job.objects.filter(state=JobState.FAILED).values_list("kind")
    return dict(failed.annotate(count=Count("pk")).order_by())


def time_left(job: Job, now: datetime) -> timedelta | None:
    """How long the job takes yet at the pace of its go; None if that is unknown."""
    done = job.done - job.done_since
    if job.state != JobState.RUNNING or job.since is None or done < 1:
        return None
    return (now - job.since) * (job.total - job.done) / done


def failing_steps(names: Collection[str] | None = None) -> QuerySet[StepFailure]:
    """Steps that failed when they were tried last, those that fail longest first; only the named ones, if any are."""
    failing = StepFailure.objects.filter(count__gt=0).select_related("campaign").order_by("first_at", "pk")
    return failing if names is None else failing.filter(step__in=names)


def step_totals() -> list[tuple[str, str, int, bool]]:
    """Of every step that ever failed: the campaign's slug or "", the step, how often, and whether it fails now."""
    rows = StepFailure.objects.order_by("campaign__slug", "step").values_list(
        "campaign__slug", "step", "total", "count"
    )
    return [(slug or "", step, total, count > 0) for slug, step, total, count in rows]


def queue_beats(queues: Collection[str], now: datetime) -> list[QueueBeat]:
    """Of each queue, the worker that was seen last, and whether that is too long ago. One SQL query."""
    newest: dict[str, WorkerBeat] = {}
    for beat in WorkerBeat.objects.order_by("seen_at"):
        newest.update(dict.fromkeys(beat.queues.split(","), beat))
    seen = [(queue, newest.get(queue)) for queue in queues]
    return [QueueBeat(queue, last, is_late=last is None or last.seen_at < now - LATE_AFTER) for queue, last in seen]
