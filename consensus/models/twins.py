"""What a verdict on judgements says of a clip and its reverse."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.twins import CRITERIA, UNREALS
from annotator.twins.answers import Criterion
from consensus.models.decisions import Verdict


class TwinOutcome(models.TextChoices):
    """What follows from the judgements of a clip (T3)."""

    TWINS = "twins", "twins, with a caption for each direction"
    SINGLE = "single", "a single clip, with one caption"
    DROPPED = "dropped", "dropped, without a caption"


class TwinTruth(models.Model):
    """What a verdict says about its pair's clip; `criterion` and `unreal` are given if, and only if, time matters."""

    verdict = models.OneToOneField(Verdict, models.PROTECT, primary_key=True, related_name="twin_truth")
    outcome = models.CharField(max_length=7, choices=TwinOutcome)
    temporal = models.BooleanField()
    criterion = models.CharField(max_length=8, choices=CRITERIA, blank=True, default="")
    unreal = models.CharField(max_length=8, choices=UNREALS, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(temporal=False, criterion="", unreal="", outcome="dropped")
                | Q(temporal=True, criterion__in=list(Criterion))
                & (
                    Q(outcome="twins", unreal="neither")
                    | Q(outcome="single", unreal="backward")
                    | Q(outcome="dropped", unreal__in=["forward", "both"])
                ),
                name="twin_truth_by_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.outcome}, by {self.verdict}"
