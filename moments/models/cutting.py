"""Orders to cut clips, video by video, so that many workers share them and none does a video twice."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign
from moments.models.corpus import Video


class CutOrder(models.Model):
    """A wish for clips: of what pairs need, or of everything; from `source` (folder, s3:// prefix or frame folders)."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="cut_orders")
    source = models.CharField(max_length=500)
    everything = models.BooleanField(default=False)
    ordered_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(finished_at=None, stopped_at=None), name="cut_order_one_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(source=""), name="cut_order_has_source"),
        ]


class VideoCutState(models.TextChoices):
    """Waiting for a worker; being cut (until its lease is over); done; failed (given up after too many deaths)."""

    WAITING = "waiting", "waiting"
    CUTTING = "cutting", "being cut"
    DONE = "done", "done"
    FAILED = "failed", "failed"


class VideoCut(models.Model):
    """One video of an order. `attempts` counts how often a worker took it: the cap against a video that kills."""

    order = models.ForeignKey(CutOrder, models.PROTECT, related_name="videos")
    video = models.ForeignKey(Video, models.PROTECT, related_name="+")
    state = models.CharField(max_length=7, choices=VideoCutState, default=VideoCutState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    taken_at = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["order", "video"], name="video_cut_once"),
            models.CheckConstraint(condition=Q(state__in=VideoCutState.values), name="video_cut_state_known"),
            models.CheckConstraint(
                condition=~Q(state="cutting") | Q(leased_until__isnull=False), name="video_cut_has_lease"
            ),
        ]
        indexes = [models.Index(fields=["order", "state"], name="video_cut_by_state")]
