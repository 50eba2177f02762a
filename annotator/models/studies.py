"""Depth studies: is what the cut leaves out really irrelevant? Their scores are never exported."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from moments.models import Campaign, Pair


class Study(models.Model):
    """Sampled queries; named people score each query's `top` most similar moments and `others` random further ones."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="studies")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    top = models.PositiveSmallIntegerField(default=60)
    others = models.PositiveSmallIntegerField(default=60)
    people = models.ManyToManyField(Membership, related_name="studies")
    created_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="study_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="study_number_from_one"),
            models.CheckConstraint(condition=Q(top__gte=1), name="study_has_top"),
        ]

    def __str__(self) -> str:
        return f"study {self.number} of {self.campaign}"


class Drawn(models.TextChoices):
    """Why a pair is in a study."""

    TOP = "top", "among the most similar"
    OTHER = "other", "drawn from the rest"


class StudyPair(models.Model):
    """A pair in a study."""

    study = models.ForeignKey(Study, models.PROTECT, related_name="pairs")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="study_pairs")
    drawn = models.CharField(max_length=5, choices=Drawn)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "pair"], name="study_pair_once"),
            models.CheckConstraint(condition=Q(drawn__in=Drawn.values), name="study_drawn_known"),
        ]
