"""Where a page may say that videos are, and where they were last time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from moments.clips.selectors.cutting import last_order
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class VideoPlaces:
    """The places of VIDEO_SOURCES and that of uploaded videos, and the one to begin with: empty if there is none."""

    roots: Sequence[str]
    source: str


def video_places(campaign: Campaign) -> VideoPlaces:
    """What a form that asks for videos offers: where they were last time, where they were uploaded, VIDEO_SOURCES."""
    roots, order = [root.address for root in settings.VIDEO_ROOTS], last_order(campaign)
    uploaded = campaign.video_uploads.exclude(finished_at=None).order_by("-pk").values_list("place", flat=True).first()
    roots = [uploaded, *roots] if uploaded else roots
    return VideoPlaces(roots, order.source if order else next(iter(roots), ""))
