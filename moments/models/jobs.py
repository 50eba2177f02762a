"""Steps of the platform's own work that failed: what the page *Operation* and `/metrics` show of them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from moments.base.plain_errors import MOST_KIND, MOST_PLACE, MOST_WORDS
from moments.models.campaign import Campaign


class StepFailure(models.Model):
    """How often a step failed, of one campaign or of none.

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
