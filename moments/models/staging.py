"""Uploaded files to look at before anything of them is written."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign

QUICK_BYTES = 5_000_000


class StagedKind(models.TextChoices):
    """What a staged file is read as."""

    MOMENTS = "moments", "moments"
    VIDEOS = "videos", "whole videos"
    QUESTIONS = "questions", "ready questions"
    QUERIES = "queries", "queries"
    CANDIDATES = "candidates", "candidates"
    TVR_RANKING = "tvr", "published labels (TVR-Ranking)"
    LABEL_STUDIO = "ls", "Label Studio export"


class StagedFile(models.Model):
    """An uploaded file, kept under `name` in the data folder until it is imported, dismissed or too old."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="staged")
    kind = models.CharField(max_length=10, choices=StagedKind)
    name = models.CharField(max_length=60, unique=True, help_text="random; the file's name in the data folder")
    given_name = models.CharField(max_length=200)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    actor = models.CharField(max_length=40)
    staged_at = models.DateTimeField()
    imported_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(kind__in=StagedKind.values), name="staged_kind_known")]

    @property
    def takes_long(self) -> bool:
        """Whether its import takes more than a few seconds, for which the page waits."""
        return self.size > QUICK_BYTES
