"""A campaign's report that somebody asked for."""

from __future__ import annotations

from django.db import models

from consensus.models.export import ExportState
from moments.models import Campaign


class ReportOrder(models.Model):
    """The newest wish for a campaign's report: being made, ready, or failed; the files lie in the data folder.

    Whoever makes it takes it by setting `taken_at`, as with an export.
    """

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="report_order")
    actor = models.CharField(max_length=40)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=6, choices=ExportState, default=ExportState.MAKING)
    taken_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    failure = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=ExportState.values), name="report_state_known"),
        ]
