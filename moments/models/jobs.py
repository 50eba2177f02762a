"""Long work that somebody ordered, and steps of the platform's own work that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q

from moments.base.plain_errors import MOST_KIND, MOST_PLACE, MOST_WORDS
from moments.models.campaign import Campaign

LONGEST_REASON = 1000
RESTORE = "restore"


class JobState(models.TextChoices):
    """Waiting for a worker; leased by one; over, one way or another."""

    WAITING = "waiting", "waits for a worker"
    RUNNING = "running", "being done"
    DONE = "done", "done"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"


class Job(models.Model):
    """A long piece of work, done by the worker that leases it. `order` holds its parameters, `outcome` its result.

    A campaign has one job of a kind and `number` under way at a time. Only a restore has no campaign, because it makes
    one; one of them is under way at a time. `holder` names the process that works on it
    until `leased_until`; then it may be taken again. `tries` counts the goes. Of `total` pieces `done` are done, 0 of
    0 if nobody counts; this go began at `since` with `done_since`. `reason` says why it failed or was cancelled.
    """

    if (
        TYPE_CHECKING
    ):  # every job but that of a restore has one, as a constraint says, and what works on it relies on that
        campaign: models.ForeignKey[Campaign, Campaign]
    else:
        campaign = models.ForeignKey(Campaign, models.PROTECT, null=True, blank=True, related_name="jobs")
    kind = models.CharField(max_length=20)
    number = models.PositiveIntegerField(default=0)
    actor = models.CharField(max_length=40)
    order = models.JSONField(default=dict, blank=True)
    ordered_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=JobState, default=JobState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    holder = models.CharField(max_length=120, blank=True, default="")
    leased_until = models.DateTimeField(null=True, blank=True)
    since = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    done_since = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cancel_asked = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "kind", "number"], condition=Q(finished_at=None), name="job_one_at_a_time"
            ),
            models.UniqueConstraint(
                fields=["kind", "number"],
                condition=Q(campaign=None, finished_at=None),
                name="job_without_campaign_once",
            ),
            models.CheckConstraint(
                condition=Q(campaign=None, kind=RESTORE) | Q(campaign__isnull=False) & ~Q(kind=RESTORE),
                name="job_restore_has_no_campaign",
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="job_has_kind"),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_state_known"),
            models.CheckConstraint(
                condition=Q(state="running", leased_until__isnull=False, since__isnull=False) & ~Q(holder="")
                | ~Q(state="running") & Q(leased_until=None, holder=""),
                name="job_running_is_leased",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running"], finished_at=None)
                | Q(state__in=["done", "failed", "cancelled"], finished_at__isnull=False),
                name="job_finished_when_over",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["failed", "cancelled"]) | ~Q(reason=""), name="job_failed_has_reason"
            ),
            models.CheckConstraint(
                condition=Q(done__lte=F("total"), done_since__lte=F("total")), name="job_done_within_total"
            ),
        ]
        indexes = [models.Index(fields=["kind", "ordered_at"], condition=Q(finished_at=None), name="job_live")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.campaign}" if self.campaign_id else self.kind

    @property
    def is_live(self) -> bool:
        """Whether it waits or is being done."""
        return self.finished_at is None

    @property
    def percent(self) -> int:
        """How much of it is done, as far as its total is known."""
        return 100 * self.done // self.total if self.total else 0


class StepFailure(models.Model):
    """How often a step failed, for one campaign or for all campaigns together.

    `count` says how often in a row; 0 since it succeeded again. `total` only grows. Nothing is done before `retry_at`.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, null=True, blank=True, related_name="step_failures")
    step = models.CharField(max_length=60)
    total = models.PositiveBigIntegerField(default=0)
    count = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField(help_text="the first failure of those in a row")
    last_at = models.DateTimeField()
    retry_at = models.DateTimeField()
    error = models.CharField(max_length=MOST_KIND)
    words = models.CharField(max_length=MOST_WORDS, blank=True, default="")
    place = models.CharField(max_length=MOST_PLACE, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "step"], name="step_once_a_campaign"),
            models.UniqueConstraint(fields=["step"], condition=Q(campaign=None), name="step_once_without_campaign"),
            models.CheckConstraint(condition=~Q(step="") & ~Q(error=""), name="step_failure_is_named"),
            models.CheckConstraint(condition=Q(count__lte=F("total")), name="step_failures_in_a_row"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign or 'all campaigns'}: {self.step}"


class WorkerBeat(models.Model):
    """When a Celery worker, or the worker of embedded mode, was last seen. `queues` are those it serves, by commas."""

    name = models.CharField(max_length=120, unique=True)
    queues = models.CharField(max_length=200)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name="") & ~Q(queues=""), name="worker_beat_is_named"),
        ]

    def __str__(self) -> str:
        return self.name
