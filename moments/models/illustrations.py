"""Illustrations: pictures and clips that leads place in the texts of guideline and tutorial."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign
from moments.models.clips import random_key

ILLUSTRATION_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
    "mp4": "video/mp4",
}
LONGEST_DESCRIPTION = 300


class Illustration(models.Model):
    """A picture or clip of a campaign, in the clip storage under `key`; texts refer to it by `number`.

    Its bytes never change. Once it is removed they are gone, and no other gets its number. A moving picture
    (`moves`) plays in a page as a clip does.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="illustrations")
    number = models.PositiveSmallIntegerField()
    suffix = models.CharField(max_length=4, help_text="what the name in the storage ends in")
    description = models.CharField(
        max_length=LONGEST_DESCRIPTION, help_text="for people who cannot see it, and while it loads"
    )
    key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    seconds = models.FloatField(default=0, help_text="0 if it does not move")
    size = models.PositiveBigIntegerField(help_text="in bytes")
    sha256 = models.CharField(max_length=64)
    actor = models.CharField(max_length=40)
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="illustration_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="illustration_number_from_one"),
            models.CheckConstraint(condition=~Q(description=""), name="illustration_is_described"),
            models.CheckConstraint(condition=Q(suffix__in=list(ILLUSTRATION_TYPES)), name="illustration_suffix_known"),
            models.CheckConstraint(
                condition=Q(size__gt=0, width__gt=0, height__gt=0, seconds__gte=0), name="illustration_has_bytes"
            ),
        ]

    def __str__(self) -> str:
        return f"picture {self.number} of {self.campaign}"

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.{self.suffix}"

    @property
    def media_type(self) -> str:
        """The Internet media type."""
        return ILLUSTRATION_TYPES[self.suffix]

    @property
    def is_video(self) -> bool:
        """Whether a video element plays it."""
        return self.suffix == "mp4"

    @property
    def moves(self) -> bool:
        """Whether it is a clip, of whatever kind."""
        return self.seconds > 0

    @property
    def reference(self) -> str:
        """What stands in a text where it is to be shown."""
        return f"![]({'clip' if self.moves else 'picture'}:{self.number})"
