"""The campaign's own guideline: versions, example clips, and who read which."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from moments.models import Campaign, Pair, on_scale


class Guideline(models.Model):
    """A version of a campaign's guideline, in Markdown; each change creates a new version, and no version ever changes.

    `renewed` versions are shown again to everybody; a corrected comma need not be.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="guidelines")
    version = models.PositiveSmallIntegerField()
    text = models.TextField(help_text="Markdown")
    # Null where a version is older than principles of campaigns, which is not the same as none.
    principles = models.TextField(null=True, blank=True, help_text="one a line")  # noqa: DJ001
    renewed = models.BooleanField(default=True)
    actor = models.CharField(max_length=40)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="guideline_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="guideline_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} guideline {self.version}"


class GuidelineExample(models.Model):
    """A pair that shows what a level means in one version of the guideline; every annotator sees its query and clip."""

    guideline = models.ForeignKey(Guideline, models.PROTECT, related_name="examples")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    relevance = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["guideline", "pair"], name="example_pair_once"),
            models.CheckConstraint(condition=Q(**on_scale("relevance")), name="example_range"),
        ]


class GuidelineReading(models.Model):
    """A record that an annotator has read a version of the guideline."""

    guideline = models.ForeignKey(Guideline, models.PROTECT, related_name="readings")
    annotator = models.ForeignKey(Membership, models.PROTECT, related_name="readings")
    read_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["guideline", "annotator"], name="reading_once"),
        ]
