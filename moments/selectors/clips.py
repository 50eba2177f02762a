"""Which moments need a clip, and which have one."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from moments.models import Campaign, Clip, ClipState, Moment, Pair


def needed_moments(campaign: Campaign) -> QuerySet[Moment]:
    """The moments that a pair needs."""
    return campaign.moments.filter(Exists(Pair.objects.filter(moment=OuterRef("pk"))))


def moments_without_clip(campaign: Campaign) -> QuerySet[Moment]:
    """Those of them that have no clip ready."""
    ready = Clip.objects.filter(moment=OuterRef("pk"), state=ClipState.READY)
    return needed_moments(campaign).filter(~Exists(ready))


def ready_clips(moments: Iterable[int]) -> dict[int, Clip]:
    """The clip to show of each of the moments (by primary key) that has one."""
    clips = Clip.objects.filter(moment__in=list(moments), state=ClipState.READY)
    return {clip.moment_id: clip for clip in clips}


def clip_failures(moments: Iterable[int]) -> dict[int, str]:
    """Why the moments (by primary key) whose clip could not be cut have none."""
    failed = Clip.objects.filter(moment__in=list(moments), state=ClipState.FAILED)
    return dict(failed.values_list("moment", "reason"))


def moments_to_cut(campaign: Campaign, *, everything: bool) -> QuerySet[Moment]:
    """The moments whose clip is not ready: those that a pair needs, or `everything`."""
    moments = campaign.moments.all() if everything else needed_moments(campaign)
    ready = Clip.objects.filter(moment=OuterRef("pk"), state=ClipState.READY)
    return moments.filter(~Exists(ready)).order_by("video_id", "start_s", "pk")
