"""Labels as they stood at one entry of the ledger: what runs are scored against."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models import Campaign


class LabelSnapshot(models.Model):
    """The labels of a campaign's current verdicts, in packed form, with the ledger's head at that time.

    Runs scored against one snapshot can be compared query by query.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="label_snapshots")
    number = models.PositiveIntegerField()
    ledger_length = models.PositiveBigIntegerField()
    ledger_hash = models.CharField(max_length=64)
    labels = models.PositiveIntegerField()
    queries = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    made_at = models.DateTimeField()
    checked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="snapshot_number_once"),
            models.CheckConstraint(condition=Q(labels__gte=1, queries__gte=1), name="snapshot_has_labels"),
        ]

    def __str__(self) -> str:
        return f"labels {self.number} of {self.campaign}"
