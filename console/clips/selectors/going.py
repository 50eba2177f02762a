"""What the page on clips shows: how many there are, why some failed, how far cutting is."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from moments.clips.selectors.cutting import (
    CutProgress,
    clip_counts,
    failed_clips,
    failure_reasons,
    last_order,
    progress_of,
)
from moments.clips.selectors.video_places import VideoPlaces, video_places
from moments.clips.services.plans import CuttingPlan, plan_clips
from moments.models import Campaign, Clip

LISTED_A_REASON = 20
# With fewer finished clips there is no estimate of the time left.
ENOUGH = 3


@dataclass(frozen=True, slots=True)
class ClipsPage:
    """Everything but the progress."""

    plans: Mapping[str, CuttingPlan]
    free_bytes: int | None
    places: VideoPlaces


@dataclass(frozen=True, slots=True)
class Going:
    """What changes while clips are cut: rows of `clip_counts`; why clips failed, how many, and the first of them."""

    rows: Sequence[dict[str, Any]]
    reasons: Sequence[tuple[str, int, list[Clip]]]
    failed: int
    progress: CutProgress | None
    left: timedelta | None

    @property
    def is_active(self) -> bool:
        """Whether an order is being worked off."""
        order = self.progress.order if self.progress else None
        return order is not None and order.finished_at is None and order.stopped_at is None

    @property
    def clips_together(self) -> int:
        """The clips that are ready and those that are left."""
        return self.progress.clips + self.progress.clips_left if self.progress else 0

    @property
    def seconds_together(self) -> float:
        """How long they play."""
        return self.progress.seconds + self.progress.seconds_left if self.progress else 0.0

    @property
    def enough(self) -> int:
        """After how many clips there is an estimate."""
        return ENOUGH

    @property
    def time_left(self) -> str:
        """The time that is left, in hours or minutes."""
        minutes = round(self.left.total_seconds() / 60) if self.left else 0
        return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{max(minutes, 1)} min"


def clips_page(campaign: Campaign, *, by_admin: bool) -> ClipsPage:
    """The plans of what an order may be over, and where videos may lie."""
    plans = {"needed": plan_clips(campaign=campaign), "everything": plan_clips(campaign=campaign, everything=True)}
    folder = settings.CLIP_STORAGE.folder
    free_bytes = shutil.disk_usage(folder).free if folder is not None and folder.is_dir() else None
    return ClipsPage(plans, free_bytes, video_places(campaign, by_admin=by_admin))


def clips_going(campaign: Campaign, now: datetime) -> Going:
    """How far it is, in a fixed number of SQL queries."""
    rows = clip_counts(campaign)
    order = last_order(campaign)
    progress = progress_of(order) if order else None
    failed = sum(row["failed"] for row in rows)
    reasons = _reasons(campaign) if failed else []
    return Going(rows, reasons, failed, progress, _left(progress, now) if progress else None)


def _reasons(campaign: Campaign) -> list[tuple[str, int, list[Clip]]]:
    listed: dict[str, list[Clip]] = {}
    for clip in failed_clips(campaign):
        listed.setdefault(clip.reason, []).append(clip)
    return [(text, clips, listed.get(text, [])[:LISTED_A_REASON]) for text, clips in failure_reasons(campaign)]


def _left(progress: CutProgress, now: datetime) -> timedelta | None:
    """How long the rest takes at the pace so far; None if there is no estimate yet."""
    if progress.clips < ENOUGH or not progress.seconds or not progress.seconds_left:
        return None
    return (now - progress.order.ordered_at) * (progress.seconds_left / progress.seconds)
