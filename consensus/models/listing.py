"""Views of the table of all pairs that leads saved."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models import Campaign


class SavedView(models.Model):
    """A view of the table of all pairs, saved under a name for all leads of the campaign.

    `address` is what stands behind the question mark of the table's own address. `owner` is the name under which who
    saved it decides; only they and admins change or remove it, unless it is `open_to_leads`. `version` counts changes.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="saved_views")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    address = models.CharField(max_length=2000, blank=True, default="")
    owner = models.CharField(max_length=40)
    open_to_leads = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="saved_view_number_once"),
            models.UniqueConstraint(fields=["campaign", "name"], name="saved_view_name_once"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(owner=""), name="saved_view_named"),
            models.CheckConstraint(condition=Q(number__gte=1, version__gte=1), name="saved_view_from_one"),
        ]

    def __str__(self) -> str:
        return self.name
