"""Starts the cutting of clips from a page."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from moments.base.errors import BadInput
from moments.clips.selectors.cutting import failed_unneeded, last_order
from moments.clips.services.orders import order_clips, order_video_again
from moments.clips.services.places import require_allowed
from moments.clips.services.plans import CuttingPlan, plan_clips, require_space, require_videos
from moments.clips.services.storage_state import check_clip_storage
from moments.clips.services.video_sources import source_named
from moments.models import Campaign, CutOrder, Video

KINDS = ("needed", "everything", "failed")


@dataclass(frozen=True, slots=True)
class Ordered:
    """How many videos are cut now, what that is expected to take, and what there is to warn of."""

    videos: int
    plan: CuttingPlan
    warnings: list[str]


def order_from_page(*, campaign: Campaign, source: str, kind: str, by_admin: bool, now: datetime) -> Ordered:
    """An order that workers take up; raises BadInput before anything starts where they could not.

    A person may name only what `require_allowed` allows.
    """
    if kind not in KINDS:
        raise BadInput(f"what to cut: expected one of {', '.join(KINDS)}")
    source = source.strip()
    require_allowed(campaign, source, by_admin=by_admin)
    place = source_named(source)
    place.require()
    failed = kind == "failed"
    everything = kind == "everything" or (failed and failed_unneeded(campaign))
    plan = plan_clips(campaign=campaign, everything=everything, failed=failed)
    if not plan.clips + plan.posters:
        raise BadInput(plan.refused_in_words or "there is nothing to cut")
    require_videos(campaign=campaign, source=place)
    require_space(plan)
    warnings = check_clip_storage()
    order = order_clips(campaign=campaign, source=place.address, everything=everything, failed=failed, now=now)
    return Ordered(order.videos.count() if order else 0, plan, warnings)


def try_video_again(*, video: Video, by_admin: bool, now: datetime, moments: Collection[int] = ()) -> CutOrder:
    """Cut what of the video failed once more, and the clips of the `moments` even if they are there; the order.

    The file comes from where the last order's videos were, or, if the video was uploaded after that, from there: so
    an upload replaces a broken file or another film. Raises BadInput if nothing was ordered or uploaded yet, if the
    place is gone or not one that the person may name, and what `order_video_again` raises.
    """
    source = _place_of(video, by_admin=by_admin)
    source_named(source).require()
    return order_video_again(video=video, source=source, now=now, moments=moments)


def _place_of(video: Video, *, by_admin: bool) -> str:
    """Where the newest file of the video is; a lead gets to no place in which the video was never looked for."""
    last = last_order(video.campaign)
    uploads = video.campaign.video_uploads.filter(video_name=video.name, finished_at__isnull=False)
    upload = uploads.filter(finished_at__gt=last.ordered_at).first() if last else uploads.first()
    if upload is not None:
        return upload.place
    if last is None:
        raise BadInput("no clips were ordered in this campaign yet; order them on the page Clips")
    tried = video.campaign.cut_orders.filter(videos__video=video, source=last.source).exists()
    if not tried:
        require_allowed(video.campaign, last.source, by_admin=by_admin)
    return last.source
