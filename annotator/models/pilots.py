"""Pilots: named people score the same pairs to train and to tune the guideline. Their scores never become labels."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from moments.models import Campaign, Pair


class Pilot(models.Model):
    """Chosen queries; everybody in the pilot scores the `top` most similar moments of each query."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="pilots")
    number = models.PositiveSmallIntegerField()
    top = models.PositiveSmallIntegerField()
    people = models.ManyToManyField(Membership, related_name="pilots")
    created_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="pilot_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pilot_number_from_one"),
            models.CheckConstraint(condition=Q(top__gte=1), name="pilot_has_top"),
        ]

    def __str__(self) -> str:
        return f"pilot {self.number} of {self.campaign}"


class PilotPair(models.Model):
    """A pair in a pilot."""

    pilot = models.ForeignKey(Pilot, models.PROTECT, related_name="pairs")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="pilot_pairs")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pilot", "pair"], name="pilot_pair_once")]
