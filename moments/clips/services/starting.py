"""Starts the cutting of clips from the admin's page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from moments.base.errors import BadInput
from moments.clips.selectors.cutting import failed_unneeded, last_order
from moments.clips.services.orders import order_clips
from moments.clips.services.plans import CuttingPlan, plan_clips, require_space, require_videos
from moments.clips.services.storage_state import check_clip_storage
from moments.clips.services.video_sources import require_rooted, source_named
from moments.models import Campaign

KINDS = ("needed", "everything", "failed")


@dataclass(frozen=True, slots=True)
class Ordered:
    """How many videos are cut now, what that is expected to take, and what there is to warn of."""

    videos: int
    plan: CuttingPlan
    warnings: list[str]


def order_from_page(*, campaign: Campaign, source: str, kind: str, now: datetime) -> Ordered:
    """An order that workers take up; raises BadInput before anything starts where they could not.

    A page may name only places under VIDEO_SOURCES, or where the last order's videos were.
    """
    if kind not in KINDS:
        raise BadInput(f"what to cut: expected one of {', '.join(KINDS)}")
    source, last = source.strip(), last_order(campaign)
    if last is None or source != last.source:
        require_rooted(source)
    place = source_named(source)
    place.require()
    failed = kind == "failed"
    everything = kind == "everything" or (failed and failed_unneeded(campaign))
    plan = plan_clips(campaign=campaign, everything=everything, failed=failed)
    if not plan.clips + plan.posters:
        raise BadInput("there is nothing to cut")
    require_videos(campaign=campaign, source=place)
    require_space(plan)
    warnings = check_clip_storage()
    order = order_clips(campaign=campaign, source=place.address, everything=everything, failed=failed, now=now)
    return Ordered(order.videos.count() if order else 0, plan, warnings)
