"""Scores given elsewhere: kept as they came, outside the invariants of campaign seats."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models import Campaign, Pair, on_scale


class ArchiveScore(models.Model):
    """One score of an imported dataset; `worker` is the campaign's pseudonym for the person who gave it.

    `position` is its place among the pair's scores in the file, from 1: other tools do not always tell rounds.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="archive_scores")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="archive_scores")
    position = models.PositiveSmallIntegerField()
    worker = models.CharField(max_length=40)
    relevance = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "position"], name="archive_position_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="archive_position_from_one"),
            models.CheckConstraint(condition=Q(**on_scale("relevance")), name="archive_range"),
            models.CheckConstraint(condition=~Q(worker=""), name="archive_has_worker"),
        ]
