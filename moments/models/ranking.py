"""Ranked candidates: the pairs of a query and the batches in which they are scored."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign, ProtocolVersion
from moments.models.corpus import Moment, Query


class Batch(models.Model):
    """A query's pairs of ranks 1–20 (batch 1) or 21–40 (batch 2), opened under one protocol version (R6)."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="batches")
    query = models.ForeignKey(Query, models.PROTECT, related_name="batches")
    number = models.PositiveSmallIntegerField()
    protocol = models.ForeignKey(ProtocolVersion, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "batches"
        constraints = [
            models.UniqueConstraint(fields=["query", "number"], name="batch_number_once"),
            models.CheckConstraint(condition=Q(number__in=[1, 2]), name="batch_number_known"),
        ]

    def __str__(self) -> str:
        return f"batch {self.number} of {self.query}"


class Pair(models.Model):
    """One query and one candidate moment.

    `number` is the pair's identifier within its campaign, in exports too. `attempt` counts the goes
    through the rounds; reopening starts the next. A parked pair is shown to nobody until a lead
    has looked at it.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="pairs")
    query = models.ForeignKey(Query, models.PROTECT, related_name="pairs")
    moment = models.ForeignKey(Moment, models.PROTECT, related_name="pairs")
    number = models.PositiveBigIntegerField()
    rank = models.PositiveSmallIntegerField()
    similarity = models.FloatField()
    batch = models.ForeignKey(Batch, models.PROTECT, null=True, blank=True, related_name="pairs")
    attempt = models.PositiveSmallIntegerField(default=1)
    parked = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="pair_number_once"),
            models.UniqueConstraint(fields=["query", "rank"], name="pair_rank_once"),
            models.UniqueConstraint(fields=["query", "moment"], name="pair_moment_once"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="pair_rank_from_one"),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="pair_attempt_from_one"),
            models.CheckConstraint(condition=Q(similarity__gte=-1, similarity__lte=1), name="pair_similarity_range"),
        ]

    def __str__(self) -> str:
        return f"pair {self.number}"
