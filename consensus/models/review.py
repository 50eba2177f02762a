"""Reviews of batches: what R7 suggested, and what was decided."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models import Batch, Campaign


class Decision(models.TextChoices):
    """What was decided on a batch."""

    PENDING = "", "awaiting review"
    EXTEND = "extend", "extended"
    CLOSE = "close", "closed"


class BatchReview(models.Model):
    """The review of a batch whose pairs are all decided: R7's suggestion and, once it has been made, the decision."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="reviews")
    batch = models.ForeignKey(Batch, models.PROTECT, related_name="reviews")
    advice = models.CharField(max_length=6)
    value = models.FloatField(null=True, blank=True)
    reason = models.CharField(max_length=300)
    suggested_at = models.DateTimeField()
    decision = models.CharField(max_length=6, choices=Decision, default=Decision.PENDING, blank=True)
    actor = models.CharField(max_length=40, blank=True, default="")
    note = models.CharField(max_length=1000, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)
    superseded = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch"], condition=Q(superseded=False), name="review_once_a_batch"),
            models.CheckConstraint(condition=Q(decision__in=Decision.values), name="review_decision_known"),
            models.CheckConstraint(condition=Q(advice__in=["extend", "close", "none"]), name="review_advice_known"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at=None) | Q(~Q(decision=""), decided_at__isnull=False),
                name="review_decided_has_time",
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "suggested_at"], condition=Q(decision=""), name="review_pending"),
        ]
