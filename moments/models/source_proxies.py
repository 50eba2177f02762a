"""A source video as moments are marked on it, in a grading campaign."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import models
from django.db.models import Q

from moments.models.checks import PROXY
from moments.models.clips import MEDIA_TYPES, ClipPart, ClipPartKind, random_key, suffix_of
from moments.models.corpus import Video


class SourceProxy(models.Model):
    """The files with which a video is shown while moments are marked on it: a proxy under `key`, the times of its
    frames, and its filmstrip sheets, whose keys are listed in order, separated by commas.

    `place` is where the video was found.
    """

    video = models.OneToOneField(Video, models.CASCADE, related_name="source_proxy")
    place = models.CharField(max_length=500)
    key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    frames_key = models.CharField(max_length=40, unique=True, default=random_key, editable=False)
    sheet_keys = models.CharField(max_length=600)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    seconds = models.FloatField()
    size = models.PositiveBigIntegerField(help_text="in bytes, without the files beside it")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(size__gt=0) & ~Q(sheet_keys=""), name="source_proxy_has_bytes"),
        ]

    def __str__(self) -> str:
        return f"proxy of {self.video}"

    @property
    def name(self) -> str:
        """The name of the proxy in the storage."""
        return f"{self.key}.{suffix_of(PROXY)}"

    @property
    def media_type(self) -> str:
        """The Internet media type of the proxy."""
        return MEDIA_TYPES[PROXY]

    @property
    def frames(self) -> ClipPart:
        """The file of the times of its frames, as beside a proxy that people mark on."""
        return ClipPart(kind=ClipPartKind.FRAMES, position=1, key=self.frames_key)

    @property
    def sheets(self) -> Sequence[ClipPart]:
        """The sheets of its filmstrip, likewise."""
        keys = enumerate(self.sheet_keys.split(","), start=1)
        return [ClipPart(kind=ClipPartKind.SHEET, position=position, key=key) for position, key in keys]

    @property
    def parts(self) -> Sequence[ClipPart]:
        """All that lies beside the proxy."""
        return [self.frames, *self.sheets]

    @property
    def names(self) -> list[str]:
        """All names in the storage."""
        return [self.name, *(part.name for part in self.parts)]
