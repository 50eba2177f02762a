"""What studies of a campaign's runs found."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from moments.models import Campaign


class KeptStudy(models.Model):
    """The newest figures of one kind of study on a campaign's runs, and what was asked.

    `ledger_length` says of which labels; `order` is that of the job that made it.
    """

    objects: ClassVar[models.Manager[Any]]

    ledger_length = models.PositiveBigIntegerField()
    ordered_by = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    order = models.JSONField()
    figures = models.JSONField()

    class Meta:
        abstract = True


class MeasureStudy(KeptStudy):
    """The newest studies of measures on a campaign's runs: what was asked, and the resulting figures."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, primary_key=True, related_name="measure_study")

    class Meta:
        verbose_name_plural = "measure studies"

    def __str__(self) -> str:
        return f"studies of measures on the runs of {self.campaign}"


class StabilityStudy(KeptStudy):
    """The newest study of how sure the order of a campaign's runs is: what was asked, and the resulting figures."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, primary_key=True, related_name="stability_study")

    class Meta:
        verbose_name_plural = "stability studies"

    def __str__(self) -> str:
        return f"how sure the order of the runs of {self.campaign} is"
