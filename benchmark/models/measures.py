"""What the studies of measures found on a campaign's runs."""

from __future__ import annotations

from django.db import models

from moments.models import Campaign


class MeasureStudy(models.Model):
    """The newest studies of measures on a campaign's runs: what was asked, and the figures that came out.

    `ledger_length` says of which labels; `order` is that of the job that made it.
    """

    campaign = models.OneToOneField(Campaign, models.PROTECT, primary_key=True, related_name="measure_study")
    ledger_length = models.PositiveBigIntegerField()
    ordered_by = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    order = models.JSONField()
    figures = models.JSONField()

    class Meta:
        verbose_name_plural = "measure studies"

    def __str__(self) -> str:
        return f"studies of measures on the runs of {self.campaign}"
