"""Staying good: hidden pairs with a known answer, and warnings to the lead."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from moments.models import Campaign, Pair


class Gold(models.Model):
    """A pair with an answer set by the lead, slipped among people's seats; never a campaign seat of theirs."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="golds")
    pair = models.OneToOneField(Pair, models.PROTECT, related_name="gold")
    relevance = models.PositiveSmallIntegerField()
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(relevance__gte=0, relevance__lte=4), name="gold_range"),
        ]


class WarningKind(models.TextChoices):
    """What a warning is about."""

    PACE = "pace", "much faster than the others"
    KAPPA = "kappa", "agrees less with verdicts than the bar"


class PersonWarning(models.Model):
    """A rule found something about a person; `answered_at` is when a lead dealt with it."""

    member = models.ForeignKey(Membership, models.PROTECT, related_name="warnings")
    kind = models.CharField(max_length=5, choices=WarningKind)
    detail = models.CharField(max_length=200)
    paused = models.BooleanField(default=False)
    raised_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "kind"], condition=Q(answered_at=None), name="warning_open_once"),
            models.CheckConstraint(condition=Q(kind__in=WarningKind.values), name="warning_kind_known"),
        ]
