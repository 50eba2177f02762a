"""Videos that are uploaded in parts, and places of videos that a campaign's leads may use."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from moments.models.campaign import Campaign


class VideoUpload(models.Model):
    """A video that is being uploaded or has been uploaded: a file called `name` in `place`.

    `received` bytes have arrived, and the next part begins there. In a folder, `key` names the unfinished file; in a
    bucket it is the number of the upload, with an ETag for each part.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="video_uploads")
    video_name = models.CharField(max_length=200)
    name = models.CharField(max_length=210)
    given_name = models.CharField(max_length=200)
    place = models.CharField(max_length=500)
    key = models.CharField(max_length=1000)
    etags = models.JSONField(default=list, blank=True)
    size = models.PositiveBigIntegerField(help_text="in bytes, all of the video")
    received = models.PositiveBigIntegerField(default=0, help_text="in bytes")
    modified_ms = models.PositiveBigIntegerField(help_text="when the file was changed last, as the browser says")
    actor = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    touched_at = models.DateTimeField(help_text="when the last part arrived")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "video_name"], name="upload_video_once"),
            models.CheckConstraint(condition=Q(size__gt=0, received__lte=F("size")), name="upload_within_size"),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(received=F("size")), name="upload_finished_is_whole"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def percent(self) -> int:
        """How much of it has arrived; 100 only if all of it has."""
        return self.received * 100 // self.size


class GivenPlace(models.Model):
    """A place under VIDEO_SOURCES that an admin lets a campaign use: its leads may browse the place and cut from it.

    Without a row they use only what was uploaded to their own campaign.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="given_places")
    address = models.CharField(max_length=500)
    actor = models.CharField(max_length=40)
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "address"], name="place_given_once"),
            models.CheckConstraint(condition=~Q(address=""), name="place_has_address"),
        ]

    def __str__(self) -> str:
        return self.address
