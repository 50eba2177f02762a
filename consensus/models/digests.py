"""Who wants the inbox by e-mail."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models import Membership


class LeadDigest(models.Model):
    """A lead's subscription to a daily e-mail about waiting items; it has counts and links, but no corpus texts."""

    member = models.OneToOneField(Membership, models.CASCADE, related_name="digest")
    address = models.EmailField(max_length=254)
    hour = models.PositiveSmallIntegerField(default=7, help_text="hour of the day in the campaign's time zone")
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(hour__lte=23), name="digest_hour")]
