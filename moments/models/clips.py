"""Clips: the playable cuts of moments, under names that tell nothing of them, and orders to cut them."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign
from moments.models.checks import PROXY, RENDITIONS, SOUNDED
from moments.models.corpus import Moment, Video
from moments.models.jobs import Job

MEDIA_TYPES = {"gif": "image/gif", "mp4": "video/mp4", "webp": "image/webp", PROXY: "video/mp4"}


class ClipState(models.TextChoices):
    """How far the cutting of a clip has got."""

    PENDING = "pending", "pending"
    READY = "ready", "ready"
    FAILED = "failed", "failed"


def random_key() -> str:
    """A storage key that reveals nothing about the moment (I6)."""
    return secrets.token_urlsafe(18)


def suffix_of(rendition: str) -> str:
    """What a clip's name in the storage ends in, behind the dot."""
    return "mp4" if rendition == PROXY else rendition


class Clip(models.Model):
    """One rendition of one moment; its bytes are in the clip storage under `key`.

    A whole moment has one, its proxy, in a marking campaign; no other moment has a proxy.
    """

    moment = models.ForeignKey(Moment, models.PROTECT, related_name="clips")
    rendition = models.CharField(max_length=8, default="gif")
    state = models.CharField(max_length=8, choices=ClipState, default=ClipState.PENDING)
    reason = models.CharField(max_length=300, default="", blank=True)
    key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    frames = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)
    has_sound = models.BooleanField(default=False, db_default=False)
    left_out = models.PositiveIntegerField(
        default=0, db_default=0, help_text="of a proxy, frames of its video that share a time with another"
    )
    size = models.PositiveBigIntegerField(default=0, help_text="in bytes")
    sha256 = models.CharField(max_length=64, default="", blank=True)
    cut_at = models.DateTimeField(null=True, blank=True, help_text="when these bytes were cut")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["moment", "rendition"], name="clip_rendition_once"),
            models.CheckConstraint(condition=Q(rendition__in=list(MEDIA_TYPES)), name="clip_rendition_known"),
            models.CheckConstraint(condition=Q(state__in=ClipState.values), name="clip_state_known"),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(frames__gt=0, size__gt=0), name="clip_ready_has_frames"
            ),
            models.CheckConstraint(condition=Q(has_sound=False) | Q(rendition=SOUNDED), name="clip_sound_in_mp4"),
        ]

    def __str__(self) -> str:
        return f"{self.rendition} of {self.moment}"

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.{suffix_of(self.rendition)}"

    @property
    def media_type(self) -> str:
        """The Internet media type."""
        return MEDIA_TYPES[self.rendition]


class ClipPartKind(models.TextChoices):
    """A kind of file that belongs to a proxy: its frame times, as JSON, or a sheet of its filmstrip, as WebP."""

    FRAMES = "frames", "frame times"
    SHEET = "sheet", "filmstrip"


PART_SUFFIXES = {ClipPartKind.FRAMES.value: "json", ClipPartKind.SHEET.value: "webp"}
PART_MEDIA_TYPES = {ClipPartKind.FRAMES.value: "application/json", ClipPartKind.SHEET.value: "image/webp"}


class ClipPart(models.Model):
    """A file that belongs to a proxy, in the clip storage under its own key; `position` numbers the files of a kind."""

    clip = models.ForeignKey(Clip, models.PROTECT, related_name="parts", db_index=False)
    kind = models.CharField(max_length=6, choices=ClipPartKind)
    position = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    size = models.PositiveBigIntegerField(help_text="in bytes")
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["clip", "kind", "position"], name="clip_part_once"),
            models.CheckConstraint(condition=Q(kind__in=ClipPartKind.values), name="clip_part_kind_known"),
            models.CheckConstraint(
                condition=Q(position=1) | Q(position__gt=1, kind="sheet"), name="clip_part_position_by_kind"
            ),
            models.CheckConstraint(condition=Q(size__gt=0), name="clip_part_has_bytes"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.position} of {self.clip}"

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.{PART_SUFFIXES[self.kind]}"

    @property
    def media_type(self) -> str:
        """The Internet media type."""
        return PART_MEDIA_TYPES[self.kind]


class Poster(models.Model):
    """A still image of a moment: a JPEG in the clip storage under its own key."""

    moment = models.OneToOneField(Moment, models.PROTECT, related_name="poster")
    key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveBigIntegerField(help_text="in bytes")
    sha256 = models.CharField(max_length=64)
    cut_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(size__gt=0), name="poster_has_bytes")]

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.jpg"

    @property
    def media_type(self) -> str:
        """The Internet media type."""
        return "image/jpeg"


class SampleClip(models.Model):
    """The result of a test cut of one moment in one rendition: a clip under `key`, or the reason why there is none.

    `took_s` is how long the cut took, in seconds. A campaign keeps those of its newest test.
    """

    job = models.ForeignKey(Job, models.CASCADE, related_name="samples", db_index=False)
    moment = models.ForeignKey(Moment, models.CASCADE, related_name="+")
    rendition = models.CharField(max_length=8)
    key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    frames = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)
    has_sound = models.BooleanField(default=False, db_default=False)
    size = models.PositiveBigIntegerField(default=0, help_text="in bytes")
    took_s = models.FloatField(default=0)
    reason = models.CharField(max_length=300, default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["job", "moment", "rendition"], name="sample_once_a_test"),
            models.CheckConstraint(condition=Q(rendition__in=RENDITIONS), name="sample_rendition_known"),
            models.CheckConstraint(condition=Q(has_sound=False) | Q(rendition=SOUNDED), name="sample_sound_in_mp4"),
            models.CheckConstraint(
                condition=Q(size__gt=0, frames__gt=0, reason="") | Q(size=0) & ~Q(reason=""),
                name="sample_has_bytes_or_reason",
            ),
        ]

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.{self.rendition}"

    @property
    def media_type(self) -> str:
        """The Internet media type."""
        return MEDIA_TYPES[self.rendition]


class CutOrder(models.Model):
    """An order to cut all clips, or only the needed ones, from `source` (a folder, s3:// prefix or frame folders)."""

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
    """One video of a cut order. `attempts` counts how often a worker took it: the cap against a video that kills."""

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
