"""What cutting has to do, what it is expected to take, and how far an order is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from moments.clips.expected import longest_gif_s
from moments.clips.selectors.clips import needed_moments, wanted_moments, without_rendition
from moments.models import (
    Campaign,
    Clip,
    ClipPart,
    ClipState,
    CutOrder,
    Moment,
    Poster,
    Video,
    VideoCut,
    VideoCutState,
)
from moments.models.checks import PROXY

LISTED = 100
LENGTH = F("end_s") - F("start_s")
ACTIVE = Q(finished_at=None, stopped_at=None)


@dataclass(frozen=True, slots=True)
class CutProgress:
    """How far an order is: clips that became ready since and those that are left, with the seconds that they play.

    Of its videos `failed` cannot be cut at all.
    """

    order: CutOrder
    videos: int
    failed: int
    clips: int
    seconds: float
    clips_left: int
    seconds_left: float

    @property
    def percent(self) -> int:
        """Of the seconds to be cut, how many are."""
        total = self.seconds + self.seconds_left
        return int(100 * self.seconds / total) if total else 100


def lacking_moments(campaign: Campaign, *, everything: bool, failed: bool = False) -> QuerySet[Moment]:
    """Moments of which a rendition of the campaign is not ready or that have no poster; or `failed` ones of them."""
    wanting = _without_poster()
    for name in campaign.rendition_names:
        wanting |= without_rendition(name)
    return wanted_moments(campaign, everything=everything, failed=failed).filter(wanting)


def videos_to_cut(campaign: Campaign, *, everything: bool, failed: bool = False) -> QuerySet[Video]:
    """The videos of such moments, in the order of their import."""
    moments = lacking_moments(campaign, everything=everything, failed=failed)
    return campaign.videos.filter(Exists(moments.filter(video=OuterRef("pk")))).order_by("pk")


def missing_seconds(campaign: Campaign, *, everything: bool, failed: bool = False) -> dict[str, tuple[int, float]]:
    """Of each rendition, how many clips are missing and how many seconds they play; one SQL query a rendition.

    GIFs that would be too large are not among them.
    """
    return _missing(campaign, wanted_moments(campaign, everything=everything, failed=failed))


def count_large_gifs(campaign: Campaign, *, everything: bool, failed: bool = False) -> int:
    """How many GIFs are missing and will stay so, because they would be too large."""
    if "gif" not in campaign.rendition_names:
        return 0
    moments = wanted_moments(campaign, everything=everything, failed=failed)
    return moments.filter(without_rendition("gif")).exclude(_fits_a_gif(campaign)).count()


def _missing(campaign: Campaign, moments: QuerySet[Moment]) -> dict[str, tuple[int, float]]:
    found = {}
    for name in campaign.rendition_names:
        lacking = moments.filter(without_rendition(name))
        lacking = lacking.filter(_fits_a_gif(campaign)) if name == "gif" else lacking
        missing = lacking.aggregate(clips=Count("pk"), seconds=Sum(LENGTH))
        found[name] = (missing["clips"], missing["seconds"] or 0.0)
    return found


def _fits_a_gif(campaign: Campaign) -> Q:
    """The condition on moments that their GIF stays below the limit."""
    return Q(end_s__lte=F("start_s") + longest_gif_s(height=campaign.clip_height, fps=campaign.clip_fps))


def lacking_posters(campaign: Campaign, *, everything: bool, failed: bool = False) -> int:
    """How many moments lack a poster."""
    moments = wanted_moments(campaign, everything=everything, failed=failed)
    return moments.filter(_without_poster()).count()


def _without_poster() -> Q:
    """The condition on moments that they lack one; a whole video has none."""
    return Q(~Exists(Poster.objects.filter(moment=OuterRef("pk"))), whole=False)


def active_order(campaign: Campaign) -> CutOrder | None:
    """The order that is being worked off."""
    return campaign.cut_orders.filter(ACTIVE).first()


def videos_being_cut(campaign: Campaign) -> QuerySet[VideoCut, Any]:
    """The primary keys of videos that an order is still to cut, as rows of `video`."""
    going = VideoCut.objects.filter(state__in=(VideoCutState.WAITING, VideoCutState.CUTTING))
    return going.filter(order__in=campaign.cut_orders.filter(ACTIVE)).values("video")


def failed_unneeded(campaign: Campaign) -> bool:
    """Whether a clip that no pair needs has failed; only an order for all moments tries it again."""
    failed = Clip.objects.filter(moment__campaign=campaign, state=ClipState.FAILED)
    return failed.filter(moment__withdrawn=None).exclude(moment__in=needed_moments(campaign)).exists()


def last_order(campaign: Campaign) -> CutOrder | None:
    """The newest order."""
    return campaign.cut_orders.order_by("-pk").first()


def progress_of(order: CutOrder) -> CutProgress:
    """How far it is, in a fixed number of SQL queries."""
    counts = dict(order.videos.order_by().values_list("state").annotate(videos=Count("pk")))
    since = Clip.objects.filter(moment__campaign=order.campaign_id, state=ClipState.READY, cut_at__gte=order.ordered_at)
    cut = since.aggregate(clips=Count("pk"), seconds=Sum(F("moment__end_s") - F("moment__start_s")))
    going = order.videos.filter(state__in=(VideoCutState.WAITING, VideoCutState.CUTTING)).values("video")
    moments = wanted_moments(order.campaign, everything=order.everything).filter(video__in=going)
    left = _missing(order.campaign, moments).values()
    return CutProgress(
        order=order,
        videos=sum(counts.values()),
        failed=counts.get(VideoCutState.FAILED.value, 0),
        clips=cut["clips"],
        seconds=cut["seconds"] or 0.0,
        clips_left=sum(clips for clips, _ in left),
        seconds_left=sum(seconds for _, seconds in left),
    )


def next_videos(order: CutOrder | None, now: datetime) -> QuerySet[VideoCut]:
    """Videos that nobody cuts, or whose worker is lost, of that order or of any that goes on."""
    free = Q(state=VideoCutState.WAITING) | Q(state=VideoCutState.CUTTING, leased_until__lte=now)
    rows = VideoCut.objects.filter(free, order__finished_at=None, order__stopped_at=None)
    rows = rows.filter(order=order) if order else rows
    return rows.select_related("order__campaign", "video").order_by("order", "pk")


def count_waiting(now: datetime) -> int:
    """How many videos of all orders somebody may take."""
    return next_videos(None, now).count()


def clip_counts(campaign: Campaign) -> list[dict[str, Any]]:
    """Each `rendition` with how many clips are in each state, of ready ones how many are `heard` (have sound) and their
    `bytes`; posters among them.

    The bytes of proxies include those of the files beside them.
    """
    states = {state.value: Count("pk", filter=Q(state=state)) for state in ClipState}
    clips = Clip.objects.filter(moment__campaign=campaign).order_by().values("rendition")
    ready = Q(state=ClipState.READY)
    heard = Count("pk", filter=ready & Q(has_sound=True))
    counted = clips.annotate(**states, heard=heard, bytes=Sum("size", filter=ready))
    rows: list[dict[str, Any]] = [dict(row) for row in counted]
    for row in rows:
        if row["rendition"] == PROXY and row["ready"]:
            parts = ClipPart.objects.filter(clip__moment__campaign=campaign, clip__state=ClipState.READY)
            row["bytes"] += parts.aggregate(bytes=Sum("size"))["bytes"] or 0
    posters = Poster.objects.filter(moment__campaign=campaign).aggregate(ready=Count("pk"), bytes=Sum("size"))
    if posters["ready"]:
        rows.append({"rendition": "poster", "pending": 0, "failed": 0, **posters})
    return sorted(rows, key=itemgetter("rendition"))


def failure_reasons(campaign: Campaign) -> Sequence[tuple[str, int]]:
    """Why clips failed, the most frequent reason first."""
    failed = Clip.objects.filter(moment__campaign=campaign, state=ClipState.FAILED)
    counted = failed.order_by().values_list("reason").annotate(clips=Count("pk"))
    return [(reason, clips) for reason, clips in counted.order_by("-clips", "reason")[:LISTED]]


def failed_clips(campaign: Campaign) -> list[Clip]:
    """The first failed clips, with their moments and videos."""
    failed = Clip.objects.filter(moment__campaign=campaign, state=ClipState.FAILED).select_related("moment__video")
    return list(failed.order_by("moment__video__name", "moment__desc_id", "rendition")[:LISTED])
