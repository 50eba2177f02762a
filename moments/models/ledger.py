"""The ledger: every decision of a campaign, append-only, each entry sealed with the one before (I8)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign


class LedgerHead(models.Model):
    """The end of a campaign's chain in the ledger; writers wait for each other at this row."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="ledger_head")
    length = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="")


class LedgerEntry(models.Model):
    """One decision in the ledger. `payload` is canonical JSON text, so that the hash is over the very bytes stored."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="ledger")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=40)
    actor = models.CharField(max_length=40)
    query_id = models.PositiveBigIntegerField(null=True, blank=True)
    pair_number = models.PositiveBigIntegerField(null=True, blank=True)
    payload = models.TextField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ["campaign", "number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="ledger_number_once"),
            models.UniqueConstraint(fields=["campaign", "previous_hash"], name="ledger_no_fork"),
            models.UniqueConstraint(fields=["campaign", "hash"], name="ledger_hash_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="ledger_number_from_one"),
        ]
        indexes = [models.Index(fields=["campaign", "pair_number"], name="ledger_by_pair")]

    def __str__(self) -> str:
        return f"{self.campaign} ledger {self.number}: {self.kind}"
