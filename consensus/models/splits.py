"""Where the clips of a video are used."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from consensus.twins.splits.placing import Split
from moments.models import Video

SPLITS = [(one.value, one.value) for one in Split]


class VideoSplit(models.Model):
    """The split of a video in a twins campaign, and so of all its clips: twins, and clips of one source, stay together.

    A video with a single clip is in training; triggers see to that, whichever of the two comes first.
    """

    video = models.OneToOneField(Video, models.PROTECT, primary_key=True, related_name="placed")
    split = models.CharField(max_length=5, choices=SPLITS)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(split__in=list(Split)), name="video_split_known")]

    def __str__(self) -> str:
        return f"{self.video} in {self.split}"
