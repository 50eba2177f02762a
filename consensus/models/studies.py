"""A depth study that a lead asked for on the page."""

from __future__ import annotations

from django.db import models

from consensus.models.export import ExportState
from moments.models import Campaign


class StudyOrder(models.Model):
    """The newest wish for a depth study of a campaign: being made, ready, or failed.

    `plan` holds the fields of a `StudyPlan`. Whoever makes it takes it by setting `taken_at`.
    `said` is what came of it.
    """

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="study_order")
    actor = models.CharField(max_length=40)
    plan = models.JSONField()
    encoder = models.CharField(max_length=200)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=6, choices=ExportState, default=ExportState.MAKING)
    taken_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=ExportState.values), name="study_order_state_known"),
        ]
